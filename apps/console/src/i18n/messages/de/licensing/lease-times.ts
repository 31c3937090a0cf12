import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/lease-times.ts';

export const leaseTimesText = {
  title: 'Reservierungszeiten',
  intro: 'Neue Zeiten gelten für jede Reservierung ab ihrem nächsten Lebenszeichen.',
  heartbeat: 'Lebenszeichen',
  lease: 'Reservierung gilt',
  grace: 'Frist bei Ausfall',
  none: 'Keine',
  hints: {
    'heartbeat-seconds': 'Wie oft eine Anwendung meldet, dass sie läuft.',
    'lease-seconds':
      'Gibt eine Anwendung so lange kein Lebenszeichen, ist ihr Platz wieder frei. Mindestens zwei Lebenszeichen.',
    'grace-seconds':
      'Wie lange eine Anwendung mit reserviertem Platz noch weiterlaufen darf, wenn der Server nicht erreichbar ist.',
  },
  between: 'Geben Sie die Sekunden als ganze Zahl von {least, number} bis {most, number} ein',
  twoHeartbeats: 'Eine Reservierung muss mindestens zwei Lebenszeichen lang gelten, damit eines ausfallen darf',
} satisfies Translation<typeof english.leaseTimesText>;
