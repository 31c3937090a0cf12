import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/applications.ts';

export const applicationsText = {
  title: 'Anwendungen',
  about:
    'Programme von Produkten, die Benutzer im Browser anmelden. Die ID einer Anwendung ist die client_id, die sie vorzeigt.',
  newOne: 'Neue Anwendung',
  createTitle: 'Neue Anwendung anlegen',
  register: 'Registrieren',
  registering: 'Wird registriert …',
  changeTitle: 'Anwendung ändern',
  created: 'Anwendung registriert',
  updated: 'Anwendung geändert',
  deleted: 'Anwendung gelöscht',
  deletionTakes:
    'Wer über sie angemeldet ist, wird sofort abgemeldet, und die Lizenzen, die dort genutzt werden, werden freigegeben.',
  id: 'ID (client_id)',
  idHint: 'Sie steht fest im Programm und lässt sich später nicht ändern: Kleinbuchstaben, Ziffern und Bindestriche.',
  product: 'Produkt',
  builtIn: 'Eingebaut',
  noneTitle: 'Noch keine Anwendungen',
  noneHint: 'Ein Programm kann Benutzer im Browser anmelden, sobald es mit seinem Produkt registriert ist.',
} satisfies Translation<typeof english.applicationsText>;
