import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/products.ts';

export const productsText = {
  title: 'Produits',
  back: 'Produits',
  newOne: 'Nouveau produit',
  firstOne: 'Créer le premier produit',
  createTitle: 'Créer un produit',
  created: 'Produit créé',
  updated: 'Produit modifié',
  deleted: 'Produit supprimé',
  deletionTakes: 'Seul un produit qui n’a jamais été émis et qui n’a pas d’applications peut être supprimé.',
  id: 'Identifiant',
  idHint:
    'Minuscules, chiffres et traits d’union. Il fait partie du nom inscrit dans l’application et ne peut plus être modifié.',
  rn: 'Nom de ressource du produit',
  shared: 'Partagé',
  sharedLabel: 'Les licences peuvent être partagées',
  sharedHint:
    'Un compte qui en a une licence partage : il a des étiquettes, et ses administrateurs donnent les licences à un utilisateur, à tous ceux qui ont une étiquette ou à tous. Sans produit partagé, chaque licence est donnée à un utilisateur nommé.',
  enforceVersion: 'Refuser les versions plus récentes que la licence',
  enforceVersionHint:
    'Une application dont la version commence par un nombre plus élevé que celle de sa licence ne peut pas l’utiliser. Les licences sans version ne sont pas concernées.',
  tokenAlgHint:
    'Le nom inscrit dans les jetons de réservation. Ne choisissez EdDSA que si une application ne sait pas lire Ed25519. La clé et la signature sont les mêmes.',
  retire: {
    title: 'Retirer le produit',
    body: 'Voulez-vous vraiment retirer ce produit ? Plus rien ne pourra en être émis. Les licences émises restent valables.',
    confirm: 'Retirer',
  },
  activate: {
    title: 'Activer le produit',
    body: 'Voulez-vous vraiment activer ce produit ? Des licences pourront de nouveau en être émises.',
    confirm: 'Activer',
  },
  noneTitle: 'Pas encore de produits',
  noneHint: 'C’est pour un produit que l’on émet des licences : un programme, ou plusieurs vendus ensemble.',
} satisfies Translation<typeof english.productsText>;

export const issuedText = {
  issued: 'Émises',
  inAccounts:
    '{licenses, plural, one {# licence} other {# licences}} dans {accounts, plural, one {# compte} other {# comptes}}',
  none: 'Aucune',
} satisfies Translation<typeof english.issuedText>;
