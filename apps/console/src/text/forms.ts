/** Words of every form that creates or changes something. */
export const formText = {
  create: 'Create',
  creating: 'Creating...',
  update: 'Update',
  updating: 'Updating...',
  cancel: 'Cancel',
  discard: 'Discard changes',
  changedElsewhere: 'This was changed elsewhere while you were editing.',
  saveAgain: 'What you are editing is not touched by that. Save once more to keep your changes.',
  loadCurrent: 'Show the current version',
  tryAgain: 'Try again',
  close: 'Close',
} as const;
