import type { Session } from '@keyhold/contract';
import { sessionsText } from '#text/sessions.ts';
import { browserOf } from './user-agent.ts';

/** Where a user is signed in: an application on a device (`Studio on Prepress 3`), or a browser. */
export function placeOf({ application, device, 'user-agent': userAgent }: Session): string {
  if (!application) return browserOf(userAgent);
  return device === null ? application.name : sessionsText.applicationOn({ application: application.name, device });
}
