import { sessionsText } from '#text/sessions.ts';

/** Browsers by what they call themselves; those that also carry another's name come first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(CrOS)\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Which browser a user agent names, and on which system: `Firefox on Windows`. A program is called as it calls itself. */
export function browserOf(userAgent: string): string {
  const find = (kinds: readonly [RegExp, string][]) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return sessionsText.on(browser, system);
  return browser ?? (userAgent.split(/[\s(]/)[0] || sessionsText.unknown);
}
