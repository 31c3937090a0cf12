import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { acknowledgeRelease, checkInLease } from './check-in.ts';
import { returnOfflineLease, takeLeaseOffline } from './check-out.ts';
import { listConsumableLicenses } from './consumable.ts';
import { consumeLicense } from './consume.ts';
import { explainLicense } from './explain.ts';
import { heartbeatLease } from './heartbeat.ts';
import { leaseEvents, waitForLease } from './lease-events.ts';
import { getRootKey } from './root-key.ts';
import { sendLicenseMessage } from './send-message.ts';

export function bindLeases(binder: Binder): void {
  binder.confirmingProcedure(calls.consumeLicense, consumeLicense);
  binder.confirmingProcedure(calls.heartbeatLease, heartbeatLease);
  binder.operation(calls.checkInLease, checkInLease);
  binder.operation(calls.acknowledgeRelease, acknowledgeRelease);
  binder.stream(calls.leaseEvents, leaseEvents);
  binder.procedure(calls.waitForLease, waitForLease);
  binder.procedure(calls.takeLeaseOffline, takeLeaseOffline);
  binder.operation(calls.returnOfflineLease, returnOfflineLease);
  binder.operation(calls.sendLicenseMessage, sendLicenseMessage);
  binder.publicProcedure(calls.getRootKey, getRootKey);
  binder.operation(calls.explainLicense, explainLicense);
  binder.operation(calls.listConsumableLicenses, listConsumableLicenses);
}
