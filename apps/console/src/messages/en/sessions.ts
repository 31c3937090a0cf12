/** Sentences about where somebody is signed in. */
export const sessionsText = {
  title: 'Sessions',
  show: 'See where you are signed in',
  ownHint: 'Where you are signed in at this moment. End what you do not know, then change your password.',
  hint: 'Where this user is signed in at this moment.',
  none: 'Not signed in anywhere.',
  current: 'This session',
  on: '{browser} on {system}',
  unknown: 'Unknown browser',
  since: 'since',
  used: 'last used',
  from: 'from {address}',
  end: 'End session',
  endTitle: 'End session',
  endBody: 'Are you sure you want to end the session of {where}? It is signed out at once.',
  ended: 'Session successfully ended',
  cancel: 'Cancel',
} as const;
