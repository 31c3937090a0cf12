import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from '@keyhold/server/password-hasher';
import type { Company, Person } from './company.ts';

/** A password and its hash. */
export interface Secret {
  readonly password: string;
  readonly hash: string;
}

/** The passwords of the demo's users. */
export interface Secrets {
  of(person: Person): Secret;
}

/**
 * Creates a password for each user who signs in, in the demo or as an example device. All other users share the hash of
 * a password that is never shown, because hashing is slow on purpose.
 */
export async function makeSecrets(companies: readonly Company[], passwords: PasswordHasher): Promise<Secrets> {
  const people = companies.flatMap(whoSignsIn);
  const [nobodys, ...own] = await Promise.all(
    Array.from({ length: people.length + 1 }, async () => {
      const password = newPassword();
      return { password, hash: await passwords.hash(password) };
    }),
  );
  const secrets = new Map(people.map((person, index) => [person, own[index]]));
  return {
    of(person) {
      const secret = secrets.get(person) ?? nobodys;
      if (!secret) throw new Error('No password was made.');
      return secret;
    },
  };
}

function whoSignsIn(company: Company): Person[] {
  const devices = new Set(company.licenses.map((license) => license.device?.person));
  return company.people.filter((person) => person.shown || devices.has(person.mailbox));
}

/** Characters that are hard to confuse, and that a double click selects together. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 90 random bits. */
function newPassword(): string {
  return Array.from(randomBytes(18), (byte) => alphabet[byte % alphabet.length]).join('');
}
