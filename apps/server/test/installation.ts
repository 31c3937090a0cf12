import type { Installation } from '../src/installation.ts';

/** An installation for tests that do not need a whole server. */
export const testInstallation: Installation = {
  region: 'eu-1',
  providerAccountId: '00000000-0000-7000-8000-000000000000',
  providerEmailDomain: 'keyhold.example',
  sharedProductId: 'keyhold-studio-shared',
  productTitle: 'Keyhold',
  publicUrl: 'https://keyhold.example',
};
