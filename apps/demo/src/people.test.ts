import { emailSchema } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { peopleOf, person } from './people.ts';
import { mailboxOf, names } from './rows/names.ts';

describe('a mailbox', () => {
  it.each([
    ['Jürgen', 'Größer', 'jurgen.grosser'],
    ['Søren', 'Kjær', 'soren.kjaer'],
    ['Łukasz', 'Żak', 'lukasz.zak'],
    ['Giulia', 'D’Angelo', 'giulia.dangelo'],
    ['Thảo', 'Nguyễn', 'thao.nguyen'],
    ['Çağlar', 'Yılmaz', 'caglar.yilmaz'],
    ['Ji-woo', 'Kim', 'ji-woo.kim'],
  ])('of %s %s is %s', (first, last, mailbox) => {
    expect(mailboxOf(first, last)).toBe(mailbox);
  });

  it('of every name is valid in an e-mail', () => {
    for (const { first, last } of names) {
      for (const one of first) {
        for (const two of last) {
          const email = `${mailboxOf(one, two)}@acme.example`;
          expect(email).toMatch(/^[a-z-]+\.[a-z-]+@acme\.example$/);
          expect(emailSchema.parse(email)).toBe(email);
        }
      }
    }
  });
});

describe('a company', () => {
  const named = [person('Ada', 'Byron', { joinedDaysAgo: 9 })];
  const crowd = { seed: 1, count: 30, daysOld: 100, jobs: ['Editor'] } as const;

  it('has its named users and the given number of others, each with a unique mailbox', () => {
    const people = peopleOf(named, crowd);
    expect(people).toHaveLength(31);
    expect(new Set(people.map(({ mailbox }) => mailbox)).size).toBe(31);
  });

  it('has the same users every time, and others with another seed', () => {
    expect(peopleOf(named, crowd)).toEqual(peopleOf(named, crowd));
    expect(peopleOf(named, { ...crowd, seed: 2 })).not.toEqual(peopleOf(named, crowd));
  });

  it('has no user who was seen before they joined', () => {
    for (const { joinedDaysAgo, seenDaysAgo } of peopleOf(named, { ...crowd, unseenForDays: 50 })) {
      if (seenDaysAgo !== null) expect(seenDaysAgo).toBeLessThan(joinedDaysAgo);
    }
  });
});
