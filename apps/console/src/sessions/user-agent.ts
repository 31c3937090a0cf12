import Bowser from 'bowser';
import { sessionsText } from '#text/sessions.ts';

/** Which browser a user agent names, and on which system: `Firefox on Windows`. A program is called as it calls itself. */
export function browserOf(userAgent: string): string {
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : {};
  if (browser?.name && os?.name)
    return sessionsText.on({ browser: browser.name.replace('Microsoft ', ''), system: os.name });
  return userAgent.split(/[\s(]/)[0] || sessionsText.unknown;
}
