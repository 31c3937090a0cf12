import { expect, it } from 'vitest';
import type { Exchange } from '../applications/sdk-messages.ts';
import { judgeLeases, judgeReleases, type LeaseHistory } from './lease-observer.ts';

function granted(call: 'consume' | 'heartbeat', sentAt: number): Exchange {
  const lease = { id: 'L', epoch: 1, license: 'A', 'expires-in-ms': 100 };
  return {
    kind: 'exchange',
    call,
    asked: call === 'consume' ? '' : 'L',
    sentAt,
    readAt: sentAt + 5,
    status: 200,
    code: null,
    lease,
  };
}
function refused(code: string, sentAt: number): Exchange {
  return {
    kind: 'exchange',
    call: 'heartbeat',
    asked: 'L',
    sentAt,
    readAt: sentAt + 5,
    status: 410,
    code,
    lease: null,
  };
}
function history(exchanges: readonly Exchange[], left: readonly (readonly [string, number])[] = []): LeaseHistory[] {
  return [{ who: 'ada', exchanges, left: new Map(left) }];
}

it('a lease that is unknown before its expiry was lost, unless it was given back or released', () => {
  expect(judgeLeases(history([granted('consume', 0), refused('lease-lapsed', 50)]))).toEqual([
    'The lease of ada was lost (lease-lapsed) 45 ms before its end.',
  ]);
  expect(
    judgeLeases(history([granted('consume', 0), granted('heartbeat', 40), refused('not-found', 120)])),
  ).toHaveLength(1);
  expect(judgeLeases(history([granted('consume', 0), refused('lease-lapsed', 100)]))).toEqual([]);
  expect(judgeLeases(history([granted('consume', 0), refused('lease-released', 50)]))).toEqual([]);
  expect(judgeLeases(history([granted('consume', 0), refused('not-found', 50)], [['L', 49]]))).toEqual([]);
});

it('an acknowledged release ends leases granted before it, but no lease granted later', () => {
  const release = (sentAt: number) => [{ license: 'A', sentAt, readAt: sentAt + 5 }];
  const kept = history([granted('consume', 0), granted('heartbeat', 40)]);
  expect(judgeReleases(kept, release(20))).toEqual(['ada kept its lease alive after its release.']);
  expect(judgeReleases(kept, release(38))).toEqual([]);
  expect(judgeReleases(kept, release(3))).toEqual([]);
});
