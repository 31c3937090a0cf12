import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/sessions.ts';

export const sessionsText = {
  title: 'Sitzungen',
  show: 'Ansehen, wo Sie angemeldet sind',
  ownHint:
    'Hier sind Sie gerade angemeldet. Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  hint: 'Hier ist dieser Benutzer gerade angemeldet.',
  none: 'Nirgends angemeldet.',
  current: 'Diese Sitzung',
  on: '{browser} auf {system}',
  applicationOn: '{application} auf {device}',
  unknown: 'Unbekannter Browser',
  since: 'angemeldet',
  used: 'zuletzt aktiv',
  from: 'von {address}',
  end: 'Sitzung beenden',
  endTitle: 'Sitzung beenden',
  endBody: 'Möchten Sie die Sitzung „{where}“ wirklich beenden? Die Abmeldung erfolgt sofort.',
  ended: 'Sitzung beendet',
} satisfies Translation<typeof english.sessionsText>;
