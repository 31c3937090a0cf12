import type { Screen } from '#screens/screen.ts';

/** Screens behind the sign-in and outside the frame: the user comes from an application, answers, and returns to it. */
export const applicationScreens: readonly Screen[] = [
  // Where a user answers the code that a device shows.
  { path: '/device', code: () => import('./device.tsx') },
  // Where a user answers an application that opened the browser.
  { path: '/consent', code: () => import('./consent.tsx') },
];
