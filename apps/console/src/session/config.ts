import type { ConsoleConfig } from '@keyhold/contract';
import { createContext, use } from 'react';
import { errorText } from '#i18n/text/every-page.ts';
import { apiBaseUrl, fetchFromServer } from './backend.ts';

/** The fields are checked by hand, to keep the contract's schemas out of the first load. */
const fields = [
  'product-title',
  'provider-account-id',
  'provider-email-domain',
  'shared-product-id',
  'version',
] as const satisfies (keyof ConsoleConfig)[];

function isConfig(value: unknown): value is ConsoleConfig {
  return fields.every((field) => typeof (value as Partial<ConsoleConfig> | null)?.[field] === 'string');
}

/**
 * Fetches the settings of the installation: the product's title, the provider's account.
 *
 * @throws {Error} when the server cannot be reached or returns something else.
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const address = `${apiBaseUrl}/console-config.json`;
  const response = await fetchFromServer(address);
  const config: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (!isConfig(config)) throw new Error(errorText.noConfiguration({ address }));
  return config;
}

export const ConfigContext = createContext<ConsoleConfig | null>(null);

export function useConfig(): ConsoleConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('The configuration is read outside of the application.');
  return config;
}
