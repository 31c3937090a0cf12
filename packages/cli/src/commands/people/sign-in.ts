import { ApiError } from '@keyhold/client';
import { type Challenge, calls, resourceIdOf, tokenOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { askPassword } from '../../command/ask.ts';
import { defineCommand, headings } from '../../command/define-command.ts';
import { Failure, UsageError } from '../../command/failure.ts';
import { connectTo, defaultServer, serverAddress } from '../../connection/connect.ts';
import { hasBrowser } from '../../connection/open-browser.ts';
import { forgetSession, readSession, sessionFile, storeFailure, storeSession } from '../../connection/session-file.ts';
import { openSignIn, signInByBrowser } from '../../connection/sign-in-by-browser.ts';
import { show } from '../../output/output.ts';

/** `login` and `logout`. */
export function addSignIn(program: Command): void {
  defineCommand(program, 'login', 'Sign in to a server. You stay signed in until the session ends or you log out.', [
    'keyhold login',
    'keyhold login --server https://licenses.example.com',
    'keyhold login --code',
    'KEYHOLD_PASSWORD=… keyhold login --email rosa@keyhold.example',
  ])
    .helpGroup(headings.signIn)
    .option('--server <url>', `server address (default: KEYHOLD_URL, or ${defaultServer})`)
    .option('--code', 'show a code to enter in a browser on another device (default if this machine has no browser)')
    .option('--email <email>', 'sign in with a password instead (legacy), from KEYHOLD_PASSWORD or a prompt')
    .action(login);
  defineCommand(program, 'logout', 'End the session of keyhold login and delete it from this machine.', [
    'keyhold logout',
  ])
    .helpGroup(headings.signIn)
    .action(logout);
}

interface LoginOptions {
  readonly server?: string;
  readonly code?: true;
  readonly email?: string;
}

async function login(options: LoginOptions, command: Command): Promise<void> {
  const given = options.server ?? process.env['KEYHOLD_URL'] ?? defaultServer;
  const server = serverAddress(given, options.server === undefined ? 'KEYHOLD_URL' : '--server');
  const email = await signInAt(server, options).catch((error: unknown) => {
    throw storeFailure(error);
  });
  show(command, { server, email, file: sessionFile() }, () => `Signed in at ${server} as ${email}.`);
}

/** Signs the user in, stores the session, and returns the user's e-mail. */
async function signInAt(server: string, { email, code }: LoginOptions): Promise<string> {
  if (email !== undefined && code) throw new UsageError('--code and --email cannot be used together.');
  if (email !== undefined) {
    await storeSession({ server, email, token: await signInByPassword(server, email) });
    return email;
  }
  const keyhold = await signInByBrowser(server, { code: code ?? !hasBrowser(process.platform, process.env) });
  const { api } = connectTo(server, () => keyhold.accessToken());
  const { item } = await api.send(calls.getUser, { params: { id: resourceIdOf(keyhold.user()) } });
  await storeSession({ server, email: item.email, token: null });
  return item.email;
}

async function signInByPassword(server: string, email: string): Promise<string> {
  const password = process.env['KEYHOLD_PASSWORD'] ?? (await askPassword(`Password for ${email}: `));
  try {
    const { api } = connectTo(server, null);
    const reply = await api.send(calls.authorize, { body: { username: email, password } });
    const { challenge } = reply;
    return tokenOf(challenge ? await api.send(calls.answerChallenge, { body: await askFactor(challenge) }) : reply);
  } catch (error) {
    // A Failure has no hint to sign in: this is the sign-in.
    throw error instanceof ApiError && error.status === 401 ? new Failure(error.message, { cause: error }) : error;
  }
}

/** Prompts for the code that a challenge requires. A passkey needs a browser. */
async function askFactor({ id, methods, enrol }: Challenge) {
  if (enrol) throw new Failure('Your account requires a second factor. Sign in to the console once to add one.');
  if (methods.every((method) => method === 'passkey')) {
    throw new Failure(
      'You sign in with a passkey, which requires a browser. Sign in through the browser with: keyhold login',
    );
  }
  const code = await askPassword('Code from your authenticator app, or a recovery code: ');
  return { id, method: /^[\d\s]{6,}$/.test(code) ? 'authenticator' : 'recovery-codes', code } as const;
}

async function logout(_options: object, command: Command): Promise<void> {
  const session = await readSession();
  if (!session) {
    show(command, { server: null }, () => 'You were not signed in.');
    return;
  }
  if (session.token === null) await openSignIn(session.server).signOut();
  else await endSession(session.server, session.token);
  await forgetSession();
  show(command, { server: session.server }, () => `Signed out at ${session.server}.`);
}

async function endSession(server: string, token: string): Promise<void> {
  try {
    await connectTo(server, token).api.send(calls.logout, {});
  } catch (error) {
    // 401 means that the session already ended, which is the goal.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
