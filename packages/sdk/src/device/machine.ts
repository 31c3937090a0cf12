import { runtime } from '#runtime';

/**
 * The id of this machine, which `consume` uses when the request names no device: the same in every run, hashed, and on
 * Linux, macOS and Windows another one in a clone of the disk on other hardware, where the system shows it.
 *
 * @throws {SignInError} `not-in-web-pages` in a web page.
 * @example
 * const device = { id: `${await machineId()}/${userName}` }; // a seat for each user of a shared machine
 */
export function machineId(): Promise<string> {
  return runtime.machineId();
}
