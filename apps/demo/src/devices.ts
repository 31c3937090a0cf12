import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { catalogueRnOf, rnOf } from '@keyhold/server/installation';
import type { Person } from './company.ts';
import { emailOf, type Plan, required } from './plan.ts';
import type { LicenseRows } from './rows/license-rows.ts';

/** An example application on its device, in the format that the example's fleet reads. */
export interface FleetDevice {
  readonly email: string;
  readonly password: string;
  readonly product: string;
  readonly license: string;
  readonly client: { readonly name: string; readonly version: string };
  readonly device: {
    readonly id: string;
    readonly name: string;
    readonly os: string;
    readonly user: string;
    readonly locale: string;
  };
  /** Whether it waits in line for the license. */
  readonly wait?: true;
}

/** A machine that works off jobs while the demo runs, in the format that the example's fleet reads. */
export interface FleetNode extends Pick<FleetDevice, 'product' | 'client' | 'device'> {
  /** The API token of its service account. */
  readonly token: string;
  readonly job: { readonly seconds: number; readonly restSeconds: number };
}

/** The path of the example applications' own sign-in details, which later starts use again. */
export function devicesPath(dataDirectory: string): string {
  return join(dataDirectory, 'demo-devices.json');
}

/** A company's devices, each with its intended license, and those that wait for one. */
export function devicesOf(plan: Plan, { licenses }: LicenseRows): FleetDevice[] {
  const { accountId, catalogue, company, installation, secrets } = plan;
  const people = new Map<string, Person>(company.people.map((person) => [person.mailbox, person]));
  return licenses.flatMap(({ of: { device, waiting, product }, row }) => {
    const deviceOf = ({ person, client, ...machine }: NonNullable<typeof device>): FleetDevice => ({
      email: emailOf(plan, person),
      password: secrets.of(required(people, person)).password,
      product: catalogueRnOf(installation, 'product', catalogue.products[product].id),
      license: rnOf(installation, accountId, 'license', row.id),
      client,
      device: { id: randomUUID(), ...machine },
    });
    return [...(device ? [deviceOf(device)] : []), ...(waiting ? [{ ...deviceOf(waiting), wait: true as const }] : [])];
  });
}
