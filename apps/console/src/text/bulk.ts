import { inFigures, many } from './numbers.ts';

/** Sentences of changes of many things at once. */
export const bulkText = {
  changeTags: 'Change tags',
  changeRoles: 'Change roles',
  deleteChosen: 'Delete selected',
  releaseChosen: 'Release selected',
  tagsTitle: (count: number): string => `Change the tags of ${many(count, 'user')}`,
  rolesTitle: (count: number): string => `Change the roles of ${many(count, 'user')}`,
  addTags: 'Tags to add',
  removeTags: 'Tags to take away',
  addRoles: 'Roles to add',
  removeRoles: 'Roles to take away',
  chooseSomething: 'Choose what to add or to take away.',
  bothWays: 'The same cannot be added and taken away.',
  apply: 'Apply',
  applying: 'Applying...',
  deleteTitle: (count: number): string => `Delete ${many(count, 'user')}`,
  deleteBody: (count: number): string => `Are you sure you want to delete ${many(count, 'user')}?`,
  deleteTakes: 'They are signed out everywhere, and every license they hold or alone may consume is released.',
  keep: "No don't delete them",
  releaseTitle: (count: number): string => `Release ${many(count, 'license')}`,
  releaseBody: (count: number): string =>
    `Are you sure you want to release ${many(count, 'license')}? Whoever uses one of them is logged off.`,
  release: 'Release',
  releasing: 'Releasing...',
  cancel: 'Cancel',
  usersUpdated: (count: number): string => `${many(count, 'user')} successfully updated`,
  usersDeleted: (count: number): string => `${many(count, 'user')} successfully deleted`,
  licensesReleased: (count: number): string => `${many(count, 'license')} successfully released`,
  reportTitle: 'Some could not be changed',
  report: (changed: number, unchanged: number, failed: number): string =>
    `${inFigures(changed)} changed, ${inFigures(unchanged)} were so already, ${inFigures(failed)} failed.`,
  which: 'Which',
  why: 'Why',
} as const;
