/** Sentences about the sessions of a user. */
export const sessionsText = {
  title: 'Sessions',
  show: 'See where you are signed in',
  ownHint: 'Where you are signed in right now. End any session you do not recognise, then change your password.',
  hint: 'Where this user is signed in right now.',
  none: 'Not signed in anywhere.',
  current: 'This session',
  on: '{browser} on {system}',
  applicationOn: '{application} on {device}',
  unknown: 'Unknown browser',
  since: 'signed in',
  used: 'last used',
  from: 'from {address}',
  end: 'End session',
  endTitle: 'End session',
  endBody: 'Are you sure you want to end the session of {where}? It is signed out at once.',
  ended: 'Session successfully ended',
} as const;
