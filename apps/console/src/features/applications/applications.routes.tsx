import type { Screen } from '#routing/screen.ts';
import { consentPath, devicePath } from './applications.paths.ts';

/** Screens behind the sign-in and outside the frame: the user comes from an application, answers, and returns to it. */
export const applicationScreens: readonly Screen[] = [
  { path: devicePath, code: () => import('./device.tsx') },
  { path: consentPath, code: () => import('./consent.tsx') },
];
