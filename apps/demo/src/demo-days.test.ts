import type { Installation } from '@keyhold/server/installation';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { acmePrint } from './companies/acme-print.ts';
import { webhooksOf } from './demo-webhooks.ts';
import { planOf } from './plan.ts';
import { licenseRows } from './rows/license-rows.ts';
import { useHistory } from './rows/use-history.ts';

const hour = 3_600_000;
const installation: Installation = {
  region: 'eu',
  providerAccountId: v7(),
  providerEmailDomain: 'provider.example',
  sharedProductId: 'print-suite',
  productTitle: 'Keyhold',
  publicUrl: 'http://localhost',
};
const secrets = { of: () => ({ password: '', hash: '' }) };

/** The history and webhook deliveries of a demo created at a given time. */
function demoMadeAt(now: Date) {
  const plan = planOf(acmePrint, { installation, providerName: 'Provider', secrets, now });
  const history = useHistory(plan, licenseRows(plan), now);
  const deliveries = webhooksOf(plan, history, now).flatMap((webhook) => webhook.deliveries);
  return { history, deliveries };
}

/** Three weeks starting on a Monday, at all hours: few users work at a weekend or at night. */
const monday = Date.UTC(2026, 11, 7);
const moments = Array.from({ length: 60 }, (_, index) => new Date(monday + index * 8.4 * hour));

describe('a demo created at any time', () => {
  it.each(moments)('has uses, refusals, and deliveries of every kind: %o', (now) => {
    const { history, deliveries } = demoMadeAt(now);
    expect(new Set(history.uses.map(({ ending }) => ending))).toEqual(new Set(['returned', 'released', 'lapsed']));
    expect(Math.max(...history.uses.map(({ end }) => end))).toBeLessThan(now.getTime());
    expect(history.refusals.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['no-seat', 'not-eligible']));
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered', 'failed', 'waiting']));
    const waiting = deliveries.filter(({ status }) => status === 'waiting');
    for (const delivery of waiting) {
      expect(Number(delivery['next-attempt-on'])).toBeGreaterThan(now.getTime());
      expect(Number(delivery['give-up-on'])).toBeGreaterThan(now.getTime());
    }
    for (const delivery of deliveries) expect(Number(delivery['last-attempt-on'])).toBeLessThan(now.getTime());
  });
});
