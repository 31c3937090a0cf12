import { createContext, type ReactNode } from 'react';

/** The Cancel button of the dialog around a form, which stands in the form's bar; null on a page. */
export const CancelContext = createContext<ReactNode>(null);
