/** Sentences of the security of an account. */
export const securityText = {
  title: 'Security',
  about: 'How people in this account sign in, and when administrators are warned.',
  labels: {
    'second-factor': 'Who must have a second factor',
    'password-sign-in': 'People may sign in with a password',
    'session-hours': 'Length of a session in hours',
    'end-warnings': 'Warn administrators by mail before licenses end',
  },
  secondFactorHint:
    'People without one are asked to set one up at their next sign-in. People with one are always asked for it.',
  policies: { off: 'Nobody', administrators: 'Administrators', everyone: 'Everyone' },
  policyHints: {
    off: 'Each person decides for themselves.',
    administrators: 'Everybody who may change anything in this account.',
    everyone: 'Everybody in this account, including people who only use licenses.',
  },
  passwordSignInHint: 'If this is off, they sign in with single sign-on only.',
  sessionHoursHint: 'From 1 to 720. Leave empty to use the length set for this installation.',
  sessionHoursInvalid: 'Enter a whole number from 1 to 720.',
  endWarning: '{days, plural, one {# day before} other {# days before}}',
  endWarningsHint:
    'One mail for each day on which licenses end, to everybody who may change something and see licenses.',
  updated: 'Security successfully updated',
  without: 'Without a second factor',
  withoutAbout: 'They are asked to set one up at their next sign-in.',
  withoutOff: 'Nobody has to have one. These people sign in with a password only.',
  nobodyWithout: 'Everybody who must have one has one.',
  nobodyWithoutOff: 'Everybody has one.',
  more: '{count, plural, one {and # more} other {and # more}}',
} as const;
