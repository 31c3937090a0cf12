import { ids, rns } from '../../fields/example-names.ts';
import { consumePolicyName } from '../../policies/policy.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { listOf } from './example.ts';

const license = resources.license.example;
const product = resources.product.example;

const params = { id: ids.lease };
const nonce = 'q0x7Vb3n';

const lease = {
  id: ids.lease,
  epoch: 3,
  license: rns.license,
  'expires-in-ms': 90_000,
  'grace-until': null,
  'next-heartbeat-ms': 30_000,
  token: 'eyJhbGciOiJFZDI1NTE5IiwidHlwIjoibGVhc2Urand0In0.eyJlcG9jaCI6M30.c2lnbmF0dXJl',
};

const statement = {
  policy: consumePolicyName,
  index: 0,
  effect: 'Allow',
  action: 'matched' as const,
  principal: 'absent' as const,
  condition: 'missed' as const,
  resource: 'absent' as const,
  applies: false,
  'missing-tags': [rns.prepress],
};

/** The calls of a licensed application. */
export const leaseExamples: Examples = {
  consumeLicense: {
    body: {
      product: rns.product,
      client: { name: 'Keyhold Studio', version: '26.1.3' },
      device: { id: 'a8d1c5', name: 'PRE-04', os: 'Windows 11', user: 'ada', locale: 'en-GB' },
      'stream-id': 'b1c2d3',
      nonce,
    },
    reply: { lease },
  },
  heartbeatLease: { params, body: { epoch: 3, seq: 12, nonce }, reply: { lease } },
  checkInLease: { params, query: { epoch: 3 } },
  acknowledgeRelease: { params, body: { epoch: 3 } },
  leaseEvents: {
    params,
    text: 'event: state\ndata: {"state":"active","epoch":3}\n\nevent: released\ndata: {"reason":"unassigned","message":"This license was released.","by":"Ada Byron"}\n\n',
  },
  waitForLease: {
    params,
    query: { epoch: 3, timeout: 25 },
    reply: {
      items: [
        {
          event: 'message',
          id: ids.session,
          data: { message: 'Please save your work: maintenance begins at noon.', by: rns.ada },
        },
      ],
    },
  },
  takeLeaseOffline: {
    params,
    body: { epoch: 3, days: 14, nonce },
    reply: { lease: { ...lease, 'expires-in-ms': 1_209_600_000, 'next-heartbeat-ms': 1_209_600_000 } },
  },
  returnOfflineLease: { params, body: { epoch: 3 } },
  sendLicenseMessage: {
    params: { id: ids.license },
    body: { message: 'Please save your work: maintenance begins at noon.' },
  },
  acknowledgeMessage: { params: { ...params, mid: ids.session } },
  getRootKey: {
    reply: {
      item: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        kid: 'root',
        alg: 'Ed25519',
      },
    },
  },
  explainLicense: {
    query: { user: rns.ada, license: rns.license },
    reply: {
      item: {
        verdict: 'deny',
        layer: 'policy',
        license: rns.license,
        pool: null,
        rule: null,
        decisive: null,
        statements: [statement],
        place: null,
        change: {
          kind: 'add-tags',
          message: 'Give the user the tag Prepress.',
          tags: [rns.prepress],
        },
      },
    },
  },
  listConsumableLicenses: {
    query: { product: rns.product, limit: 50 },
    reply: {
      ...listOf({ ...license, available: false, 'held-by-me': true }),
      resources: { [product.rn]: product },
    },
  },
};
