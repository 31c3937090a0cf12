import { localStorageColorSchemeManager } from '@mantine/core';

/** The preference `colorScheme`: raw `light` or `dark` in local storage; read before the first paint by color-scheme.js. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });
