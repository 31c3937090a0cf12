import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { listConsumableLicenses } from './consumable.ts';
import { consumeLicense } from './consume.ts';
import { acknowledgeRelease, checkInLease } from './give-back.ts';
import { heartbeatLease } from './heartbeat.ts';
import { leaseEvents, waitForLease } from './lease-events.ts';

export function bindLeases(binder: Binder): void {
  binder.procedure(calls.consumeLicense, consumeLicense);
  binder.procedure(calls.heartbeatLease, heartbeatLease);
  binder.operation(calls.checkInLease, checkInLease);
  binder.operation(calls.acknowledgeRelease, acknowledgeRelease);
  binder.stream(calls.leaseEvents, leaseEvents);
  binder.procedure(calls.waitForLease, waitForLease);
  binder.operation(calls.listConsumableLicenses, listConsumableLicenses);
}
