import type { Session } from '@keyhold/contract';
import Bowser from 'bowser';
import { sessionsText } from '#i18n/text/factors.ts';

/** The browser and operating system of a user agent, `Firefox on Windows`; the name of any other program. */
export function browserOf(userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : {};
  if (browser?.name && os?.name)
    return sessionsText.on({ browser: browser.name.replace('Microsoft ', ''), system: os.name });
  return userAgent.split(/[\s(]/)[0] || sessionsText.unknown;
}

/** Where a user is signed in: an application on a device (`Studio on Prepress 3`), or a browser. */
export function placeOf({ application, device, 'user-agent': userAgent }: Session): string {
  if (!application) return browserOf(userAgent);
  return device === null ? application.name : sessionsText.applicationOn({ application: application.name, device });
}
