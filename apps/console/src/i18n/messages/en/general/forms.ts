/** Words of every form that creates or changes something. */
export const formText = {
  create: 'Create',
  creating: 'Creating...',
  update: 'Update',
  updating: 'Updating...',
  cancel: 'Cancel',
  discard: 'Discard changes',
  changedElsewhere: 'This was changed elsewhere while you were editing.',
  saveAgain: 'Your changes are not affected. Save again to keep them.',
  loadCurrent: 'Show the current version',
  mine: 'Yours',
  theirs: 'Theirs',
  keep: 'Keep mine',
  take: 'Take theirs',
  choose: 'Somebody else changed this too. Choose which one to keep.',
  gone: 'This no longer exists: somebody deleted it in the meantime.',
  goneTitle:
    'This {item, select, account {account} addon {addon} license {license} pool {pool} product {product} serviceAccount {service account} tag {tag} user {user} webhook {webhook} other {{item}}} was deleted',
  goneBody: 'Somebody deleted it in the meantime. Your changes can no longer be saved.',
  wholeDate: 'Enter the whole date',
  tryAgain: 'Try again',
  close: 'Close',
} as const;
