/** Sentences about who can use a license, and why. */
export const whoText = {
  title: 'Who can use this license?',
  people:
    '{count, plural, =0 {Nobody can use it.} one {# person can use it, one at a time.} other {# people can use it, one at a time.}}',
  peopleAtLeast:
    '{count, plural, =0 {Nobody can use it.} one {At least # person can use it, one at a time.} other {At least # people can use it, one at a time.}}',
  afterActivation: '{count, number} more can use it once they have activated their access.',
  showAll: 'Show all {count, number}',
  notNow:
    'Nobody can use the license while it is {status, select, Active {active} Expired {expired} Suspended {suspended} other {{status}}}.',
  notSaved: 'This is what your choice would mean. It is not saved yet.',
} as const;

export const whyText = {
  ask: "Why can or can't somebody use it?",
  askAbout: "Why can or can't {name} use a license?",
  asSaved: 'The answer is based on the saved consumers.',
  person: 'Person',
  license: 'License',
  noLicenses: 'This account has no licenses.',
  noneFound: 'No licenses found.',
  allowed: 'Can use it',
  denied: 'Cannot use it',
  decisive: 'What decided',
  nearMisses: 'What came close',
  change: 'What would change it',
  statement: 'Statement {number}',
  allows: 'allows it.',
  forbids: 'forbids it.',
  otherEffect: 'has the effect “{effect}”, which neither allows nor forbids.',
  noStatement: 'No statement of the policy applies to this person.',
  appliesToNoOne: 'names nobody.',
  notNamed: 'names somebody else.',
  otherAction: 'is about other actions.',
  otherLicense: 'is about other licenses.',
  missingTags: 'asks for tags that are missing: {names}.',
  tags: 'It is about these tags: {names}.',
  /** By the kind of change. English pages show the server's own sentences, which are more detailed. */
  changes: {
    'activate-account': 'Activate the account.',
    'activate-user': 'Activate the user.',
    'resume-license': 'End the suspension of the license.',
    'renew-license': 'Renew the license: its term is over.',
    'remove-denial': 'Remove the statement of the policy that denies this user.',
    'add-tags': 'Give the user the tags that are missing.',
    'name-user': 'Name the user as consumer of the license.',
    'change-rules': 'Change the rules of the pool, or wait until a seat is given back.',
    'release-seat': 'Release the license from who uses it now.',
    'wait-in-line': 'It is kept for the first in line. Wait in line for a seat.',
    'issue-license': 'Issue a license of this product to the account.',
  },
  layers: {
    account: 'The account is not active.',
    user: 'The user is not active.',
    license: 'The license is suspended or expired, or there is none.',
    policy: 'The consumers of the license do not include this person.',
    pool: 'A rule of the pool allows no further seat.',
    seat: 'Somebody is using it right now.',
  },
  kept: 'It is kept for somebody who waits for it.',
  place: 'Waits in line for a seat, at place {place, number}.',
} as const;
