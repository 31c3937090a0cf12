import type { Page } from '@playwright/test';

/** An authenticator that Chromium plays, with the passkeys of one device. */
export interface VirtualDevice {
  /** Takes the device away: the page finds no passkey any more. */
  remove: () => Promise<void>;
  /** How many passkeys are kept on it. */
  count: () => Promise<number>;
  /** Whether its owner confirms what it asks. */
  confirm: (confirms: boolean) => Promise<void>;
}

/** Gives a page a device that makes and keeps passkeys, and whose owner confirms at once. */
export async function addDevice(page: Page): Promise<VirtualDevice> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    confirm: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
