/** Sentences of add-on licenses: assigned to a license, and not yet assigned. */
export const addonsText = {
  seeUnassigned: 'See what can be assigned',
  title: 'Unassigned Addons',
  key: 'Key',
  name: 'Name',
  type: 'Type',
  addons: 'Addons',
  assign: 'Assign',
  unassign: 'Unassign',
  unassignTitle: 'Unassign addon',
  unassignBody: 'Are you sure you want to unassign this addon?',
  cancel: 'Cancel',
  select: 'Select',
  selectLicense: 'Select a license',
  noneUnassigned: 'There are no unassigned addons available.',
  noneHere: 'This license has no addons.',
  assigned: 'Addon successfully assigned to license',
  unassigned: 'Addon successfully unassigned from license',
  alreadyAssigned: (addon: string, license: string): string =>
    `The addon ${addon} is already assigned to the license ${license}.`,
} as const;
