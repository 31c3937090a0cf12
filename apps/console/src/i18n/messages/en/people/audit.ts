/** Sentences of the audit log of an account. */
export const auditText = {
  title: 'Audit log',
  about: 'What people and programs changed in this account, the newest first. Times are in UTC.',
  person: 'Person',
  action: 'Action',
  noAction: 'No action found.',
  resource: 'Record (resource name)',
  from: 'From',
  to: 'Until',
  everyAccount: 'All accounts',
  clear: 'Remove filters',
  noMatch: 'No entry matches these filters.',
  saveCsv: 'Save as CSV',
  saveNdjson: 'Save as NDJSON',
  onlyThis: 'Only changes of {name}',
  kind: '{type, select, account {Account} addon {Addon} addonLicense {Addon license} application {Application} license {License} pool {Pool} product {Product} role {Role} serviceAccount {Service account} session {Session} tag {Tag} user {User} webhook {Webhook} other {{type}}}',
} as const;
