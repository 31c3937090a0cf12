import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/audit.ts';

export const auditText = {
  title: 'Journal',
  about: 'Ce que les utilisateurs et les programmes ont modifié dans ce compte, le plus récent d’abord. Heures en UTC.',
  person: 'Utilisateur',
  action: 'Action',
  noAction: 'Aucune action trouvée.',
  resource: 'Élément (nom de ressource)',
  from: 'Du',
  to: 'Au',
  everyAccount: 'Tous les comptes',
  clear: 'Retirer les filtres',
  noMatch: 'Aucune entrée ne correspond à ces filtres.',
  saveCsv: 'Enregistrer en CSV',
  saveNdjson: 'Enregistrer en NDJSON',
  onlyThis: 'Seulement les modifications de {name}',
  kind: '{type, select, account {Compte} addon {Extension} addonLicense {Licence d’extension} application {Application} license {Licence} pool {Pool} product {Produit} role {Rôle} serviceAccount {Compte de service} session {Session} tag {Étiquette} user {Utilisateur} webhook {Webhook} other {{type}}}',
} satisfies Translation<typeof english.auditText>;
