/** Sentences of bulk changes. */
export const bulkText = {
  changeTags: 'Change tags',
  changeRoles: 'Change roles',
  deleteChosen: 'Delete selected',
  releaseChosen: 'Release selected',
  tags: {
    title: 'Change the tags of {count, plural, one {# user} other {# users}}',
    add: 'Tags to add',
    remove: 'Tags to remove',
  },
  roles: {
    title: 'Change the roles of {count, plural, one {# user} other {# users}}',
    add: 'Roles to add',
    remove: 'Roles to remove',
  },
  chooseSomething: 'Choose what to add or remove.',
  bothWays: 'You cannot add and remove the same one.',
  apply: 'Apply',
  applying: 'Applying...',
  deleteTitle: 'Delete {count, plural, one {# user} other {# users}}',
  deleteBody: 'Are you sure you want to delete {count, plural, one {# user} other {# users}}?',
  deleteTakes:
    'They are signed out everywhere. Every license that they hold, or that only they may consume, is released.',
  keep: "No don't delete them",
  releaseTitle: 'Release {count, plural, one {# license} other {# licenses}}',
  releaseBody:
    'Are you sure you want to release {count, plural, one {# license} other {# licenses}}? Current users are logged off.',
  release: 'Release',
  releasing: 'Releasing...',
  usersUpdated: '{count, plural, one {# user} other {# users}} successfully updated',
  usersDeleted: '{count, plural, one {# user} other {# users}} successfully deleted',
  licensesReleased: '{count, plural, one {# license} other {# licenses}} successfully released',
  reportTitle: 'Some could not be changed',
  report: '{changed, number} changed, {unchanged, number} needed no change, {failed, number} failed.',
  which: 'Which',
  why: 'Why',
} as const;
