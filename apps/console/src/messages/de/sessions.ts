import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/sessions.ts';

export const sessionsText = {
  title: 'Sitzungen',
  show: 'Ansehen, wo Sie angemeldet sind',
  ownHint: 'Hier sind Sie gerade angemeldet. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  hint: 'Hier ist dieser Benutzer gerade angemeldet.',
  none: 'Nirgends angemeldet.',
  current: 'Diese Sitzung',
  on: '{browser} auf {system}',
  unknown: 'Unbekannter Browser',
  since: 'seit',
  used: 'zuletzt benutzt',
  from: 'von {address}',
  end: 'Sitzung beenden',
  endTitle: 'Sitzung beenden',
  endBody: 'Möchten Sie die Sitzung von {where} wirklich beenden? Sie wird sofort abgemeldet.',
  ended: 'Sitzung beendet',
  cancel: 'Abbrechen',
} satisfies Translation<typeof english.sessionsText>;
