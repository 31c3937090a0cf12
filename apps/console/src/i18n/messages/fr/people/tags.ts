import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/tags.ts';

export const tagsText = {
  title: 'Étiquettes',
  newTag: 'Nouvelle étiquette',
  createTitle: 'Créer une étiquette',
  back: 'Retour aux étiquettes',
  otherAccount: 'Cette action n’est pas possible actuellement sur un autre compte.',
  created: 'Étiquette créée',
  updated: 'Étiquette modifiée',
  deleted: 'Étiquette supprimée',
  restored: 'Étiquette restaurée',
  noneTitle: 'Aucune étiquette pour le moment',
  noneHint: 'Les étiquettes déterminent quels utilisateurs peuvent utiliser quelles licences.',
  deletionTakes: 'Elle est retirée à tous les utilisateurs qui la portent.',
} satisfies Translation<typeof english.tagsText>;
