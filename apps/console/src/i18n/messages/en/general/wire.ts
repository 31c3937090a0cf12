/**
 * Statuses, types and kinds of consumers, by the value that the server sends; behind a noun where a
 * language has a form that agrees with it.
 */
export const wireText = {
  Active: 'Active',
  Inactive: 'Inactive',
  Pending: 'Pending',
  Suspended: 'Suspended',
  Expired: 'Expired',
  Retired: 'Retired',
  Available: 'Available',
  'In use': 'In use',
  Perpetual: 'Perpetual',
  Subscription: 'Subscription',
  Trial: 'Trial',
  'No one': 'No one',
  User: 'User',
  Tags: 'Tags',
  Everyone: 'Everyone',
  'Custom policy': 'Custom policy',
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  'license Active': 'Active',
  'maintenance-status Active': 'Active',
  'subscription-status Expired': 'Expired',
} as const;
