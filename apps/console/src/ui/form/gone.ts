import { createContext, type ReactNode } from 'react';

/**
 * What stands in the place of a submit button once the record was deleted; null as long as it is there. Whoever provides it
 * brings the code: the sign-in form needs none of its tooltip.
 */
export const GoneContext = createContext<((label: string) => ReactNode) | null>(null);
