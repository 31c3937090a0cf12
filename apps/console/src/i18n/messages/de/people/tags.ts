import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/tags.ts';

export const tagsText = {
  title: 'Schlagwörter',
  newTag: 'Neues Schlagwort',
  createTitle: 'Neues Schlagwort anlegen',
  back: 'Zurück zu den Schlagwörtern',
  otherAccount: 'In einem anderen Konto ist das derzeit nicht möglich.',
  created: 'Schlagwort angelegt',
  updated: 'Schlagwort geändert',
  deleted: 'Schlagwort gelöscht',
  restored: 'Schlagwort wiederhergestellt',
  noneTitle: 'Noch keine Schlagwörter',
  noneHint: 'Schlagwörter bestimmen, welche Benutzer welche Lizenzen nutzen dürfen.',
  deletionTakes: 'Es wird bei allen Benutzern entfernt, die es haben.',
} satisfies Translation<typeof english.tagsText>;
