import { createContext, type ReactNode } from 'react';

/** The Cancel button of the dialog around a form, which stands in the form's bar; null on a page. */
export const CancelContext = createContext<ReactNode>(null);

/** Closes the dialog around a form; null on a page. */
export const CloseContext = createContext<(() => void) | null>(null);

/**
 * What stands in the place of a submit button once the record was deleted; null as long as it is there. Whoever provides it
 * brings the code: the sign-in form needs none of its tooltip.
 */
export const GoneContext = createContext<((label: string) => ReactNode) | null>(null);
