import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/addons.ts';

export const addonsText = {
  seeUnassigned: 'Freie Erweiterungen ansehen',
  title: 'Freie Erweiterungen',
  key: 'Schlüssel',
  name: 'Name',
  type: 'Art',
  addons: 'Erweiterungen',
  assign: 'Zuordnen',
  unassign: 'Aufheben',
  unassignTitle: 'Zuordnung der Erweiterung aufheben',
  unassignBody: 'Möchten Sie die Zuordnung dieser Erweiterung wirklich aufheben?',
  select: 'Auswählen',
  changeTitle: 'Erweiterung ändern',
  selectLicense: 'Lizenz auswählen',
  noneUnassigned: 'Es gibt keine freien Erweiterungen.',
  noneHere: 'Diese Lizenz hat keine Erweiterungen.',
  assigned: 'Erweiterung der Lizenz zugeordnet',
  unassigned: 'Zuordnung der Erweiterung aufgehoben',
  updated: 'Erweiterung aktualisiert',
  alreadyAssigned: 'Die Erweiterung {addon} ist der Lizenz {license} bereits zugeordnet.',
  voidTitle: 'Erweiterung zurückziehen',
  voidNamed: '{key} zurückziehen',
  voidBody:
    'Ziehen Sie eine Erweiterung zurück, die irrtümlich ausgestellt wurde: Sie kann nicht mehr zugeordnet werden. Sie kann wiederhergestellt werden.',
  voidBodyAssigned:
    'Diese Erweiterung ist einer Lizenz zugeordnet: Sie wird ihr entzogen und kann nicht mehr zugeordnet werden. Sie kann wiederhergestellt werden, ohne Zuordnung.',
  voidConfirm: 'Zurückziehen',
  voided: 'Erweiterung {key} zurückgezogen',
  restored: 'Erweiterung wiederhergestellt',
} satisfies Translation<typeof english.addonsText>;
