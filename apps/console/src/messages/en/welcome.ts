/** Sentences of the welcome page. What needs attention follows its number. */
export const welcomeText = {
  attention: 'Needs attention',
  pendingUsers: '{count, plural, one {person has not activated yet} other {people have not activated yet}}',
  endingLicenses: '{count, plural, one {license ends within 30 days} other {licenses end within 30 days}}',
  unassignedAddons: '{count, plural, one {addon has no license} other {addons have no license}}',
  ownLicenses: 'Licenses you may use',
  howToUse:
    'Sign in with your e-mail address inside the application; it takes a free license and gives it back when you close it.',
  free: '{free} of {all} free',
  heldByMe: 'In use by you',
  usedOn: 'You are using it on {device}.',
  usedOnIn: 'You are using it on {device} in {application}.',
  someDevice: 'a device',
  noLicenses: 'No license is shared with you yet',
  noLicensesHint: 'Your administrator decides who may use which license.',
} as const;
