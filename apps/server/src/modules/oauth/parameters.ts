import { rawLimit } from '@keyhold/contract';
import { OAuthError } from './oauth-error.ts';

/** The parameters of a request to an OAuth endpoint; unknown ones are ignored. */
export interface Parameters {
  /**
   * The value of a parameter; null when it is missing or empty (RFC 6749, section 3.1).
   *
   * @throws {OAuthError} `invalid_request` when the parameter occurs twice, or is too long to be looked at
   */
  get(name: string): string | null;
}

/** Longest name of a device, in characters. */
const longestDevice = 200;
/** Longest value of any other parameter that is stored or sent back. */
const longestValue = 2000;

/** Reads parameters of a query or a form. */
export function readParameters(text: string): Parameters {
  const all = new URLSearchParams(text);
  return {
    get(name) {
      const [value, ...more] = all.getAll(name);
      if (more.length > 0) throw new OAuthError('invalid_request', 'A parameter must not be sent twice.');
      if (value && value.length > rawLimit(limitOf(name))) throw tooLong(name);
      return value || null;
    },
  };
}

function limitOf(name: string): number {
  return name === 'device_name' ? longestDevice : longestValue;
}

function tooLong(name: string): OAuthError {
  return new OAuthError('invalid_request', `The parameter ${name} is too long.`);
}

/** @throws {OAuthError} `invalid_request` when the parameter is missing, too long, or text PostgreSQL cannot store */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (!value) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  if (value.length > longestValue) throw tooLong(name);
  if (value.includes('\0')) throw new OAuthError('invalid_request', `The parameter ${name} is not a text.`);
  return value;
}

/**
 * The application's name for its device; null when it is missing.
 *
 * @throws {OAuthError} `invalid_request` when it is longer than 200 characters, or more than one line
 */
export function readDeviceName(parameters: Parameters): string | null {
  const name = parameters.get('device_name')?.trim() ?? '';
  if (name === '') return null;
  if (name.length > longestDevice || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new OAuthError('invalid_request', `device_name is one line of at most ${longestDevice} characters.`);
  }
  return name;
}
