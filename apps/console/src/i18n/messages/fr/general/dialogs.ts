import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/dialogs.ts';

export const confirmText = {
  deleteTitle:
    'Supprimer {item, select, account {le compte} addon {l’extension} application {l’application} license {la licence} pool {le pool} product {le produit} serviceAccount {le compte de service} tag {l’étiquette} user {l’utilisateur} webhook {le webhook} other {{item}}}',
  deleteNamed: 'Supprimer {name}',
  deleteBody:
    'Voulez-vous vraiment supprimer {item, select, account {ce compte} addon {cette extension} application {cette application} license {cette licence} pool {ce pool} product {ce produit} serviceAccount {ce compte de service} tag {cette étiquette} user {cet utilisateur} webhook {ce webhook} other {{item}}} ?',
  delete: 'Supprimer',
  deleting: 'Suppression…',
  keep: 'Ne pas supprimer',
  leaveTitle: 'Quitter sans enregistrer ?',
  leaveBody: 'Vos modifications ne sont pas enregistrées.',
  leave: 'Quitter',
  stay: 'Rester',
} satisfies Translation<typeof english.confirmText>;
