import type { Purged } from '../../queue/purged.ts';

export const purgedLicenses: Purged = {
  references: {
    licenses: [['addon-licenses', 'license-id', 'clear']],
    pools: [['licenses', 'pool-id', 'clear']],
  },
};
