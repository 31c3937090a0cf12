import { createContext, type ReactNode } from 'react';

/** The Cancel button of the dialog around a form, rendered in the form's bar; null on a page. */
export const CancelContext = createContext<ReactNode>(null);

/** Closes the dialog around a form; null on a page. */
export const CloseContext = createContext<(() => void) | null>(null);

/**
 * Renders the replacement of the submit button once the record was deleted; null while it exists. The provider brings
 * the code, because the sign-in form does not need its tooltip.
 */
export const GoneContext = createContext<((label: string) => ReactNode) | null>(null);
