/** Sentences of the checklist of a new installation. */
export const firstStepsText = {
  title: 'First steps',
  about: 'From an empty installation to the first customer who works. This list ends by itself.',
  secondFactor: 'Protect your access with a second factor',
  product: 'Create a product',
  application: 'Register the application that uses it',
  account: 'Create the account of a customer with its owner',
  licenses: 'Issue licenses to that account',
  use: 'Use a license: the first lines of your application',
  begin: 'Begin',
  done: 'Done',
  lines: 'First lines',
  language: 'Language of the SDK',
} as const;
