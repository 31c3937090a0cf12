import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/catalogue-addons.ts';

export const catalogueAddonsText = {
  title: 'Extensions',
  back: 'Extensions',
  newOne: 'Nouvelle extension',
  firstOne: 'Créer la première extension',
  createTitle: 'Créer une extension',
  created: 'Extension créée',
  updated: 'Extension modifiée',
  deleted: 'Extension supprimée',
  deletionTakes: 'Seule une extension qui n’a jamais été émise peut être supprimée.',
  idHint: 'Minuscules, chiffres et traits d’union. Il fait partie du nom de ressource et ne peut plus être modifié.',
  rn: 'Nom de ressource de l’extension',
  retire: {
    title: 'Retirer l’extension',
    body: 'Voulez-vous vraiment retirer cette extension ? Plus rien ne pourra en être émis. Ce qui est émis reste valable.',
    confirm: 'Retirer',
  },
  activate: {
    title: 'Activer l’extension',
    body: 'Voulez-vous vraiment activer cette extension ? Elle pourra de nouveau être émise.',
    confirm: 'Activer',
  },
  noneTitle: 'Pas encore d’extensions',
  noneHint: 'Une extension complète une licence par ce qui est vendu à part.',
} satisfies Translation<typeof english.catalogueAddonsText>;
