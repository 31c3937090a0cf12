/** Sentences of the tags screens. */
export const tagsText = {
  title: 'Tags',
  newTag: 'New tag',
  createTitle: 'Create new tag',
  back: 'Back to Tags',
  otherAccount: 'Currently you cannot perform this action on a different account.',
  created: 'Tag successfully created',
  updated: 'Tag successfully updated',
  deleted: 'Tag successfully deleted',
  restored: 'Tag successfully restored',
  noneTitle: 'No tags yet',
  noneHint: 'Tags say which users may consume which licenses.',
  deletionTakes: 'It is removed from every user who has it.',
} as const;
