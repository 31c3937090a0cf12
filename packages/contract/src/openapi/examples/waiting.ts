import { ids, rns } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { listOf } from './example.ts';

const user = resources.user.example;
const params = { id: ids.lease };
const waiter = {
  id: ids.lease,
  user: user.rn,
  'device-name': 'PRE-04',
  class: 2,
  place: 1,
  since: '2026-02-03T09:00:00.000Z',
};
const reply = { ...listOf(waiter), resources: { [user.rn]: user } };

/** Waiting for a seat. */
export const waitingExamples: Examples = {
  listWaiting: { query: { product: rns.product }, reply },
  listPoolWaiting: { params: { id: ids.pool }, query: { limit: 50 }, reply },
  waitingEvents: {
    params,
    text: 'event: state\ndata: {"state":"waiting","place":2,"estimate-ms":null,"ping-ms":90000}\n\nevent: place\ndata: {"place":1,"estimate-ms":null}\n\nevent: offered\ndata: {"license":"keyhold:eu:acme:license:ABCD","expires-in-ms":30000}\n\n',
  },
  waitForSeat: {
    params,
    query: { timeout: 25, place: 2 },
    reply: { items: [{ event: 'place', id: null, data: { place: 1, 'estimate-ms': 240_000 } }] },
  },
  setWaitingClass: { params, body: { class: 1 }, reply: { item: { ...waiter, class: 1 } } },
  leaveLine: { params },
  askHolders: { params, body: { message: 'I have a deadline at noon.' }, reply: { asked: 2 } },
};
