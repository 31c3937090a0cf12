/** Sentences about how long the leases of a product last; for provider staff. */
export const leaseTimesText = {
  title: 'Lease timings',
  intro: 'New timings apply from each lease’s next heartbeat.',
  heartbeat: 'Heartbeat',
  lease: 'Lease lasts',
  grace: 'Outage grace',
  none: 'None',
  hints: {
    'heartbeat-seconds': 'How often an application reports that it is running.',
    'lease-seconds': 'A seat is free again when its application is silent for this long. At least two heartbeats.',
    'grace-seconds':
      'How much longer an application may keep running, with its seat reserved, when it cannot reach the server.',
  },
  between: 'Enter a whole number of seconds from {least, number} to {most, number}',
  twoHeartbeats: 'A lease must last at least two heartbeats, so that one may be lost',
} as const;
