import { ApiError } from '@keyhold/client';
import { type Challenge, calls, tokenOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { askPassword } from '../ask.ts';
import { connectTo, defaultServer, serverAddress } from '../connect.ts';
import { defineCommand, headings } from '../define-command.ts';
import { Failure } from '../failure.ts';
import { show } from '../output.ts';
import { forgetSession, readSession, sessionFile, storeSession } from '../session-file.ts';

/** `login` and `logout`. */
export function addSignIn(program: Command): void {
  defineCommand(program, 'login', 'Sign in to a server, and stay signed in until the session ends or you log out.', [
    'keyhold login --email rosa@keyhold.example',
    'keyhold login --server https://licenses.example.com --email rosa@example.com',
    'KEYHOLD_PASSWORD=… keyhold login --email rosa@keyhold.example',
  ])
    .helpGroup(headings.signIn)
    .option('--server <url>', `the server's address (or KEYHOLD_URL; default ${defaultServer})`)
    .requiredOption('--email <email>', 'who signs in; the password is asked for, or is KEYHOLD_PASSWORD')
    .action(login);
  defineCommand(program, 'logout', 'End the session of keyhold login and forget it.', ['keyhold logout'])
    .helpGroup(headings.signIn)
    .action(logout);
}

async function login(options: { server?: string; email: string }, command: Command): Promise<void> {
  const given = options.server ?? process.env['KEYHOLD_URL'] ?? defaultServer;
  const server = serverAddress(given, options.server === undefined ? 'KEYHOLD_URL' : '--server');
  const { email } = options;
  const password = process.env['KEYHOLD_PASSWORD'] ?? (await askPassword(`Password of ${email}: `));
  const token = await authorize(server, email, password);
  await storeSession({ server, email, token });
  show(command, { server, email, file: sessionFile() }, () => `Signed in at ${server} as ${email}.`);
}

async function authorize(server: string, email: string, password: string): Promise<string> {
  try {
    const { api } = connectTo(server, null);
    const reply = await api.send(calls.authorize, { body: { username: email, password } });
    const { challenge } = reply;
    return tokenOf(challenge ? await api.send(calls.answerChallenge, { body: await askFactor(challenge) }) : reply);
  } catch (error) {
    // Without the hint to sign in, which is what is being tried.
    throw error instanceof ApiError && error.status === 401 ? new Failure(error.message, { cause: error }) : error;
  }
}

/** Asks for the code that a challenge wants. A passkey needs a browser. */
async function askFactor({ id, methods, enrol }: Challenge) {
  if (enrol) throw new Failure('Your account asks for a second factor. Sign in to the console once to add one.');
  if (methods.every((method) => method === 'passkey')) {
    throw new Failure(
      'You sign in with a passkey, which a terminal cannot use. Add an authenticator app in the console.',
    );
  }
  const code = await askPassword('Code of your authenticator app, or a recovery code: ');
  return { id, method: /^[\d\s]{6,}$/.test(code) ? 'authenticator' : 'recovery-codes', code } as const;
}

async function logout(_options: object, command: Command): Promise<void> {
  const session = await readSession();
  if (!session) {
    show(command, { server: null }, () => 'You were not signed in.');
    return;
  }
  try {
    await connectTo(session.server, session.token).api.send(calls.logout, {});
  } catch (error) {
    // A session that has ended already is as good as ended.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  await forgetSession();
  show(command, { server: session.server }, () => `Signed out at ${session.server}.`);
}
