import type { ExplanationLayer } from '@keyhold/contract';
import { inFigures, many } from './numbers.ts';

/** Sentences about who can use a license, and why. */
export const whoText = {
  title: 'Who can use this license?',
  people: (count: number, atLeast: boolean): string => {
    if (count === 0) return 'Nobody can use it.';
    const people = many(count, 'person', 'people');
    return `${atLeast ? `At least ${people}` : people} can use it, one at a time.`;
  },
  afterActivation: (count: number): string => `${inFigures(count)} more can once they have activated their access.`,
  showAll: (count: number): string => `Show all ${inFigures(count)}`,
  notNow: (status: string): string => `While the license is ${status.toLowerCase()}, nobody can.`,
  notSaved: 'This is what your choice would mean. It is not saved yet.',
} as const;

export const whyText = {
  ask: "Why can or can't somebody use it?",
  askAbout: (name: string): string => `Why can or can't ${name} use a license?`,
  asSaved: 'The answer is about the consumers as they are saved.',
  person: 'Person',
  license: 'License',
  noLicenses: 'This account has no licenses.',
  noneFound: 'No licenses found.',
  allowed: 'Can use it',
  denied: 'Cannot use it',
  decisive: 'What decided',
  nearMisses: 'What came near',
  change: 'What would change it',
  statement: (index: number): string => `Statement ${index + 1}`,
  allows: 'allows it.',
  forbids: 'forbids it.',
  otherEffect: (effect: string): string => `has the effect “${effect}”, which neither allows nor forbids.`,
  noStatement: 'No statement of the policy is about this person.',
  appliesToNoOne: 'names nobody.',
  notNamed: 'names somebody else.',
  otherAction: 'is about other actions.',
  otherLicense: 'is about other licenses.',
  missingTags: (names: string): string => `asks for tags that are missing: ${names}.`,
  tags: (names: string): string => `It is about these tags: ${names}.`,
  layers: {
    account: 'The account is not active.',
    user: 'The user is not active.',
    license: 'The license is suspended or expired, or there is none.',
    policy: 'The consumers of the license leave this person out.',
    seat: 'Somebody uses it at this moment.',
  } satisfies Record<ExplanationLayer, string>,
} as const;
