/** Sentences about the applications of products, to which users sign in by the browser; for provider staff. */
export const applicationsText = {
  title: 'Applications',
  about: 'Programs of your products that sign people in through the browser. The id of a program is its client_id.',
  newOne: 'New application',
  createTitle: 'Create new application',
  register: 'Register',
  registering: 'Registering...',
  changeTitle: 'Change application',
  created: 'Application successfully registered',
  updated: 'Application successfully updated',
  deleted: 'Application successfully deleted',
  deletionTakes:
    'Everybody signed in through it is signed out at once, and the licenses they use through it are released.',
  id: 'Id (client_id)',
  idHint: 'Lower-case letters, digits and hyphens. It is built into the program, so it cannot be changed later.',
  product: 'Product',
  builtIn: 'Built in',
  noneTitle: 'No applications yet',
  noneHint: 'A program can sign people in through the browser once it is registered with its product.',
} as const;
