import { createHash } from 'node:crypto';
import { hostname, release, type, userInfo } from 'node:os';
import type { ConsumeRequest } from '@keyhold/sdk';

/** This machine, as it introduces itself to the license server. Its id stays the same from run to run. */
export function thisDevice(): ConsumeRequest['device'] {
  const user = userInfo().username;
  return {
    id: createHash('sha256').update(`${hostname()}/${user}`).digest('hex').slice(0, 32),
    name: hostname(),
    os: `${type()} ${release()}`,
    user,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
  };
}
