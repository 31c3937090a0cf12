import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/catalogue-addons.ts';

export const catalogueAddonsText = {
  title: 'Erweiterungen',
  back: 'Erweiterungen',
  newOne: 'Neue Erweiterung',
  firstOne: 'Erste Erweiterung anlegen',
  createTitle: 'Neue Erweiterung anlegen',
  created: 'Erweiterung angelegt',
  updated: 'Erweiterung geändert',
  deleted: 'Erweiterung gelöscht',
  deletionTakes: 'Nur eine Erweiterung, die nie ausgegeben wurde, lässt sich löschen.',
  idHint:
    'Kleinbuchstaben, Ziffern und Bindestriche. Sie ist Teil des Ressourcennamens und lässt sich später nicht ändern.',
  rn: 'Ressourcenname der Erweiterung',
  retire: {
    title: 'Erweiterung einstellen',
    body: 'Möchten Sie diese Erweiterung wirklich einstellen? Es kann nichts mehr davon ausgegeben werden. Was ausgegeben ist, gilt weiter.',
    confirm: 'Einstellen',
  },
  activate: {
    title: 'Erweiterung aktivieren',
    body: 'Möchten Sie diese Erweiterung wirklich aktivieren? Sie kann wieder ausgegeben werden.',
    confirm: 'Aktivieren',
  },
  noneTitle: 'Noch keine Erweiterungen',
  noneHint: 'Eine Erweiterung ergänzt eine Lizenz um etwas, das getrennt verkauft wird.',
} satisfies Translation<typeof english.catalogueAddonsText>;
