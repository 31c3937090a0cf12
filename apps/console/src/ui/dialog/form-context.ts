import { createContext, type ReactNode } from 'react';

/**
 * The dialog around a form: the action of the Cancel button in the form's bar, and the function that closes the dialog
 * after a save; null on a page.
 */
export const DialogContext = createContext<{ cancel: () => void; close?: () => void } | null>(null);

/**
 * Renders the replacement of the submit button once the record was deleted; null while it exists. The provider brings
 * the code, because the sign-in form does not need its tooltip.
 */
export const GoneContext = createContext<((label: string) => ReactNode) | null>(null);
