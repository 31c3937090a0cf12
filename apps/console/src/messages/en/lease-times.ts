/** Sentences about how long the leases of a product last; for provider staff. */
export const leaseTimesText = {
  title: 'Lease timings',
  intro: 'New timings hold from each lease’s next heartbeat on.',
  product: 'Product',
  heartbeat: 'Heartbeat',
  lease: 'Lease lasts',
  grace: 'Outage grace',
  none: 'None',
  change: 'Change',
  changeOf: 'Change {product}',
  formTitle: 'Lease timings of {product}',
  labels: {
    'heartbeat-seconds': 'Heartbeat every (seconds)',
    'lease-seconds': 'Lease lasts (seconds)',
    'grace-seconds': 'Outage grace (seconds)',
  },
  hints: {
    'heartbeat-seconds': 'How often an application says that it lives.',
    'lease-seconds': 'A seat whose application is silent for so long is free again. At least two heartbeats.',
    'grace-seconds':
      'How much longer an application may go on, with its seat reserved, when it cannot reach the server.',
  },
  between: 'Enter a whole number of seconds from {least, number} to {most, number}',
  twoHeartbeats: 'A lease must last at least two heartbeats, so that one may be lost',
  noProductsTitle: 'No products yet',
  noProductsHint: 'Products are added by the command keyhold.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Lease timings successfully updated',
} as const;
