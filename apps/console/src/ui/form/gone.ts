import { createContext } from 'react';

/** Why nothing of a record can be saved any more: it was deleted; null as long as it is there. */
export const Gone = createContext<string | null>(null);
