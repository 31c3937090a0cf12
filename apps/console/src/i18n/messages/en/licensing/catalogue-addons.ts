/** Sentences about the add-ons of the catalogue; for provider staff. */
export const catalogueAddonsText = {
  title: 'Addons',
  back: 'Addons',
  newOne: 'New addon',
  firstOne: 'Create the first addon',
  createTitle: 'Create new addon',
  created: 'Addon successfully created',
  updated: 'Addon successfully updated',
  deleted: 'Addon successfully deleted',
  deletionTakes: 'Only an addon that was never issued can be deleted.',
  idHint: 'Lower-case letters, digits and hyphens. It is part of its resource name, so it cannot be changed later.',
  rn: 'Resource name of the addon',
  retire: {
    title: 'Retire addon',
    body: 'Are you sure you want to retire this addon? Nothing more can be issued of it. Addons that were issued go on.',
    confirm: 'Retire',
  },
  activate: {
    title: 'Activate addon',
    body: 'Are you sure you want to activate this addon? It can be issued again.',
    confirm: 'Activate',
  },
  noneTitle: 'No addons yet',
  noneHint: 'An addon extends a license: a feature that is sold separately.',
} as const;
