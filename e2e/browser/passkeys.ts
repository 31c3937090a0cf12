import type { Page } from '@playwright/test';

/** A virtual authenticator of Chromium, with the passkeys of one device. */
interface VirtualDevice {
  /** Removes the device: the page finds no passkey any more. */
  remove: () => Promise<void>;
  /** The number of passkeys that are stored on it. */
  count: () => Promise<number>;
  /** Sets whether its owner confirms its prompts. */
  confirm: (confirms: boolean) => Promise<void>;
}

/** Adds a device to a page that creates and stores passkeys, and whose owner confirms at once. */
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
