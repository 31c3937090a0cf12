import { ApiError } from '@keyhold/client';
import { AuthenticationError, KeyholdError, UnreachableError } from '@keyhold/sdk';
import { Failure } from './failure.ts';

/** The sentences that describe an error, the most useful first; null for an unexpected error. */
export function sentencesOf(error: unknown): readonly string[] | null {
  if (error instanceof Failure) return error.message.split('\n');
  if (error instanceof KeyholdError) return [error.message, ...hintOfSignIn(error)];
  if (!(error instanceof ApiError)) return null;
  const said = error.errors.length > 0 ? error.errors : [error.message];
  const hint = hintOf(error);
  return hint ? [...said, hint] : said;
}

function hintOf(error: ApiError): string | null {
  if (error.status === 401) return 'Sign in with: keyhold login';
  if (error.problems.some(({ code }) => code === 'proof-needed')) {
    return 'Sign in again with: keyhold login. In the browser, choose "Use another account".';
  }
  if (error.status === 429 && error.retryAfter !== null) return `Try again in ${error.retryAfter} seconds.`;
  if (error.status >= 500 && error.requestId) return `The server logged this error with request id ${error.requestId}.`;
  return null;
}

/** Hints for errors of the SDK, which manages the tokens of a browser sign-in. */
function hintOfSignIn(error: KeyholdError): string[] {
  if (error instanceof AuthenticationError) return ['Sign in with: keyhold login'];
  return error instanceof UnreachableError
    ? ['Start the server, or sign in to another one with: keyhold login --server URL']
    : [];
}
