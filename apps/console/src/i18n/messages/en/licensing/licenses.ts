/** Sentences of the licenses list and a license's detail. */
export const licensesText = {
  title: 'Licenses',
  back: 'Back to Licenses',
  key: 'Key',
  copiedKey: 'key',
  product: 'Product',
  type: 'Type',
  version: 'Version',
  expiry: 'Expiry',
  maintenance: 'Maintenance',
  consumers: 'Consumers',
  details: 'Details',
  addons: 'Addons',
  usage: 'Usage',
  none: 'None',
  unknown: 'Unknown',
  daysAfterActivation: '{days} days after activation',
  endingWithin: 'Ending within {days} days',
  maintenanceTo: 'to',
  rootAdminsOnly: 'Only root admins can perform this action.',
  notUsed: 'This license is not used right now.',
  notGiven: 'Not given',
  pool: 'Pool',
  everyPool: 'With and without a pool',
  inPool: 'This license belongs to the pool {name}, which decides who may use it.',
  openPool: 'Open the pool',
  noneTitle: 'No licenses yet',
  noneHint: 'Licenses appear here once they are issued to this account.',
  updated: 'License successfully updated',
  released: 'License successfully released',
} as const;

export const consumersText = {
  consumer: 'Consumer',
  user: 'Which user',
  tags: 'Which tags',
  userIs: 'User: {email}',
  tagsAre: 'Tags: {names}',
  noUsers: 'There are no users yet belonging to this account.',
  noTags: 'There are no tags yet belonging to this account.',
  update: 'Update consumers',
  updateBody: 'Are you sure you want to update the license consumers? It will automatically release the license.',
  updateConfirm: 'Update',
  updating: 'Updating...',
  notOffered: 'These consumers were not set here. Choosing a consumer below replaces them.',
  release: 'Release license',
  releaseBody: 'Are you sure you want to release this license? It will log off the current user.',
  releaseConfirm: 'Release',
} as const;

/** A seat in offline use. */
export const offlineText = {
  offlineUntil: 'Offline until {date}',
  offlineHint:
    'This license was taken offline. It cannot be recalled from the device, which may use it without a connection until then.',
  freeNow: 'Free it now',
  freeTitle: 'Free this license now?',
  freeBody:
    'Others can use this license at once. The device cannot be reached: until {date} it may go on using the license without a connection, so that two use it at the same time. Free it if the device is lost or will not be used again.',
  freeConfirm: 'Free it now',
} as const;

/** Rows of the Usage tab, by field of the license's state. */
export const usageText = {
  user: 'User',
  'activation-date': 'Activation date',
  'client-name': 'Client name',
  'client-version': 'Client version',
  'device-id': 'Device ID',
  'device-ip': 'Device IP',
  'device-locale': 'Device locale',
  'device-name': 'Device name',
  'device-os': 'Device OS',
  'device-user': 'Device user',
  'maintenance-status': 'Maintenance status',
  'stream-id': 'Stream ID',
  'subscription-status': 'Subscription status',
} as const;
