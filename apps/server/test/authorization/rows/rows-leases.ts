import type { Person } from '../../app.ts';
import type { Maker } from '../../made/maker.ts';
import type { Row } from '../row.ts';

type State = Parameters<Maker['lease']>[1];

/** A call about the caller's own lease, in a state that the call accepts. */
function ofLease(state: State, rest: { readonly body?: unknown; readonly query?: Readonly<Record<string, string>> }) {
  return async (make: Maker, person: Person) => ({ params: { id: await make.lease(person, state) }, ...rest });
}

/** Another user's lease is not found; a missing lease counts as already returned, but cannot be continued. */
const gone = { another: 404, unknown: 200, malformed: 404, ids: { id: 'lease' } } as const;
const missing = { ...gone, unknown: 404 } as const;

/** Another user's place in line is not found. */
const ofPlace = { another: 404, unknown: 404, malformed: 404, ids: { id: 'waiter' } } as const;

/** A call about the caller's own place in line. */
function ofOwnPlace(rest: { readonly query?: Readonly<Record<string, string>> }) {
  return async (make: Maker, person: Person) => ({ params: { id: await make.waiter(person) }, ...rest });
}

/** The calls of applications that use a license: each call's row of the protocol's table. */
export const leaseRows = {
  consumeLicense: {
    about: 'the caller',
    rns: { product: { kind: 'product' }, license: { kind: 'license' } },
    request: async (make, person) => ({
      body: {
        product: (await make.product()).rn,
        license: (await make.license(person.accountId, { everyone: true })).rn,
        client: { name: 'Studio', version: '26.1' },
        device: { id: `device-${make.next()}`, name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
        'stream-id': 'run',
      },
    }),
  },
  heartbeatLease: { about: 'the caller', ...missing, request: ofLease('active', { body: { epoch: 1, seq: 1 } }) },
  checkInLease: { about: 'the caller', ...gone, request: ofLease('active', { query: { epoch: '1' } }) },
  acknowledgeRelease: { about: 'the caller', ...gone, request: ofLease('releasing', { body: { epoch: 1 } }) },
  acknowledgeMessage: {
    about: 'the caller',
    ...gone,
    ids: { id: 'lease', mid: 'lease-message' },
    request: async (make, person) => {
      const { lease, id } = await make.message(person);
      return { params: { id: lease, mid: id } };
    },
  },
  leaseEvents: { about: 'the caller', ...missing, request: ofLease('active', {}) },
  waitForLease: {
    about: 'the caller',
    ...missing,
    request: ofLease('active', { query: { epoch: '0', timeout: '1' } }),
  },
  takeLeaseOffline: { about: 'the caller', ...missing, request: ofLease('active', { body: { epoch: 1, days: 3 } }) },
  returnOfflineLease: { about: 'the caller', ...gone, request: ofLease('offline', { body: { epoch: 1 } }) },
  listWaiting: {
    about: 'the caller',
    queryRns: { product: 'product' },
    request: async (make) => ({ query: { product: (await make.product()).rn } }),
  },
  listPoolWaiting: {
    about: 'an account',
    needs: 'signed in',
    ids: { id: 'pool' },
    request: async (make, account) => ({ params: { id: (await make.pool(account)).id } }),
  },
  waitingEvents: { about: 'the caller', ...ofPlace, request: ofOwnPlace({}) },
  waitForSeat: { about: 'the caller', ...ofPlace, request: ofOwnPlace({ query: { timeout: '1', place: '9' } }) },
  setWaitingClass: {
    about: 'an account',
    needs: 'license:UnassignLicense',
    ids: { id: 'waiter' },
    request: async (make, account) => ({ params: { id: await make.waiterOf(account) }, body: { class: 1 } }),
  },
  // Everybody may leave; who may not send others away does not learn that they wait.
  leaveLine: {
    about: 'an account',
    needs: 'license:UnassignLicense',
    hidden: true,
    ids: { id: 'waiter' },
    request: async (make, account) => ({ params: { id: await make.waiterOf(account) } }),
  },
  askHolders: {
    about: 'the caller',
    ...ofPlace,
    request: async (make, person) => {
      const id = await make.waiter(person, { isAmongHolders: true });
      return { params: { id }, body: { message: 'I have a deadline.' } };
    },
  },
  getRootKey: { about: 'nobody', request: () => ({}) },
  explainLicense: {
    about: 'an account',
    needs: 'license:GetLicense',
    queryRns: { user: 'user', license: 'license', product: 'product' },
    insteadOf: { product: 'license' },
    request: async (make, account) => ({
      query: { user: (await make.user(account)).rn, license: (await make.license(account)).rn },
    }),
  },
  listConsumableLicenses: {
    about: 'the caller',
    queryRns: { product: 'product' },
    request: async (make) => ({ query: { product: (await make.product()).rn } }),
  },
} as const satisfies Record<string, Row>;
