/** Sentences of the welcome page. */
export const welcomeText = {
  attention: 'Needs attention',
  pendingUsers: 'people have not activated yet',
  endingLicenses: 'keys end within 30 days',
  unassignedAddons: 'addons have no license',
  ownLicenses: 'Licenses you may use',
  howToUse:
    'Sign in with your e-mail address inside the application; it takes a free license and gives it back when you close it.',
  free: (free: number, all: number): string => `${free} of ${all} free`,
  heldByMe: 'In use by you',
  noLicenses: 'No license is shared with you yet',
  noLicensesHint: 'Your administrator decides who may use which license.',
} as const;
