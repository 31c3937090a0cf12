/** Sentences of the welcome page. What needs attention follows its number. */
export const welcomeText = {
  attention: 'Needs attention',
  pendingUsers: (count = 0): string => (count === 1 ? 'person has not activated yet' : 'people have not activated yet'),
  endingLicenses: (count = 0): string => (count === 1 ? 'license ends within 30 days' : 'licenses end within 30 days'),
  unassignedAddons: (count = 0): string => (count === 1 ? 'addon has no license' : 'addons have no license'),
  ownLicenses: 'Licenses you may use',
  howToUse:
    'Sign in with your e-mail address inside the application; it takes a free license and gives it back when you close it.',
  free: (free: number, all: number): string => `${free} of ${all} free`,
  heldByMe: 'In use by you',
  usedOn: (device: string | null, application: string | null): string =>
    `You are using it on ${device ?? 'a device'}${application ? ` in ${application}` : ''}.`,
  noLicenses: 'No license is shared with you yet',
  noLicensesHint: 'Your administrator decides who may use which license.',
} as const;
