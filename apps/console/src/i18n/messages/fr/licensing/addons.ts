import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/addons.ts';

export const addonsText = {
  seeUnassigned: 'Voir les extensions non affectées',
  title: 'Extensions non affectées',
  key: 'Clé',
  name: 'Nom',
  type: 'Type',
  addons: 'Extensions',
  assign: 'Affecter',
  unassign: 'Retirer',
  unassignTitle: 'Retirer l’extension',
  unassignBody: 'Voulez-vous vraiment retirer cette extension ?',
  select: 'Choisir',
  changeTitle: 'Modifier l’extension',
  selectLicense: 'Choisir une licence',
  noneUnassigned: 'Il n’y a pas d’extension non affectée.',
  noneHere: 'Cette licence n’a pas d’extension.',
  assigned: 'Extension affectée à la licence',
  unassigned: 'Extension retirée de la licence',
  updated: 'Extension modifiée',
  alreadyAssigned: 'L’extension {addon} est déjà affectée à la licence {license}.',
  voidTitle: 'Annuler l’extension',
  voidNamed: 'Annuler {key}',
  voidBody: 'Annulez une extension émise par erreur : elle ne peut plus être affectée. Elle peut être rétablie.',
  voidBodyAssigned:
    'Cette extension est affectée à une licence : elle lui est retirée et ne peut plus être affectée. Elle peut être rétablie, sans affectation.',
  voidConfirm: 'Annuler l’extension',
  voided: 'Extension {key} annulée',
  restored: 'Extension rétablie',
} satisfies Translation<typeof english.addonsText>;
