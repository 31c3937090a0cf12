import type { RoleName } from '@keyhold/contract';
import type { Person } from './company.ts';
import { mailboxOf, names } from './rows/names.ts';
import { createRandom, type Random } from './rows/random.ts';

const titles = ['Dr.', 'Prof.', 'Dipl.-Ing.', 'M.A.'] as const;

/** The fields of a user that a company defines explicitly; the others have defaults. */
interface Named {
  readonly mailbox?: string;
  readonly title?: string;
  readonly description?: string;
  readonly status?: Person['status'];
  readonly role?: RoleName;
  readonly tags?: readonly string[];
  readonly joinedDaysAgo: number;
  readonly seenDaysAgo?: number | null;
  readonly shown?: RoleName | 'User';
}

/** A user that a company defines explicitly. */
export function person(firstName: string, lastName: string, about: Named): Person {
  const status = about.status ?? 'Active';
  return {
    mailbox: about.mailbox ?? mailboxOf(firstName, lastName),
    firstName,
    lastName,
    title: about.title ?? '',
    description: about.description ?? '',
    status,
    role: about.role ?? null,
    tags: about.tags ?? [],
    joinedDaysAgo: about.joinedDaysAgo,
    seenDaysAgo: status === 'Pending' ? null : (about.seenDaysAgo ?? 0.2),
    shown: about.shown ?? null,
  };
}

/** The generated users of a company. */
interface Crowd {
  readonly seed: number;
  readonly count: number;
  /** The maximum days since any of them joined. */
  readonly daysOld: number;
  readonly jobs: readonly [string, ...string[]];
  readonly tags?: readonly [string, ...string[]];
  /** The minimum days since any of them signed in. */
  readonly unseenForDays?: number;
}

/** A company's users: the explicit ones, and generated ones that are the same every time. */
export function peopleOf(named: readonly Person[], crowd: Crowd): readonly Person[] {
  const random = createRandom(crowd.seed);
  const people = [...named];
  const taken = new Set(named.map(({ mailbox }) => mailbox));
  for (let index = 0; people.length < named.length + crowd.count; index += 1) {
    const place = names[index % names.length] ?? names[0];
    const firstName = random.pick(place.first);
    const lastName = random.pick(place.last);
    const mailbox = mailboxOf(firstName, lastName);
    if (taken.has(mailbox)) continue;
    taken.add(mailbox);
    people.push(oneOf(crowd, random, index, { firstName, lastName, mailbox }));
  }
  return people;
}

function oneOf(
  crowd: Crowd,
  random: Random,
  index: number,
  name: Pick<Person, 'firstName' | 'lastName' | 'mailbox'>,
): Person {
  const status = index % 9 === 4 ? 'Pending' : index % 13 === 7 ? 'Inactive' : 'Active';
  // Pending users were invited recently.
  const joinedDaysAgo = random.between(2, status === 'Pending' ? 25 : crowd.daysOld);
  const away = status === 'Inactive' ? joinedDaysAgo / 2 : random.between(0, 1) ** 3 * Math.min(joinedDaysAgo, 45);
  const seenDaysAgo = Math.max(0.01 + away, Math.min(crowd.unseenForDays ?? 0, joinedDaysAgo - 1));
  return {
    ...name,
    title: random.below(5) === 0 ? random.pick(titles) : '',
    description: random.below(3) === 0 ? '' : random.pick(crowd.jobs),
    status,
    role: null,
    tags: tagsFrom(crowd.tags, random),
    joinedDaysAgo,
    seenDaysAgo: status === 'Pending' ? null : seenDaysAgo,
    shown: null,
  };
}

/** Picks up to two tags. */
function tagsFrom(tags: Crowd['tags'], random: Random): readonly string[] {
  if (!tags) return [];
  const chosen = Array.from({ length: random.below(3) }, () => random.pick(tags));
  return [...new Set(chosen)];
}
