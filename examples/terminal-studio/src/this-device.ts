import { createHash } from 'node:crypto';
import { hostname, release, type, userInfo } from 'node:os';
import type { Device } from '@keyhold/sdk';

/** The description of this machine for the license server. Its id stays the same between runs. */
export function thisDevice(): Device {
  const user = userInfo().username;
  return {
    id: createHash('sha256').update(`${hostname()}/${user}`).digest('hex').slice(0, 32),
    name: hostname(),
    os: `${type()} ${release()}`,
    user,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}
