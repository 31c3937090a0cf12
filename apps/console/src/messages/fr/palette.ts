import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/palette.ts';

export const paletteText = {
  title: 'Aller à',
  hint: 'Recherche rapide',
  placeholder: 'Page, personne, licence, action…',
  screens: 'Pages',
  actions: 'Actions',
  people: 'Personnes',
  licenses: 'Licences',
  nothing: 'Aucun résultat pour « {typed} ».',
  found: '{count, plural, one {# résultat} other {# résultats}}',
  newUser: 'Créer un utilisateur',
  newTag: 'Créer une étiquette',
  newServiceAccount: 'Créer un compte de service',
  newAccount: 'Créer un compte',
  newApplication: 'Enregistrer une application',
  issueLicenses: 'Émettre des licences',
  issueAddons: 'Émettre des extensions',
  newWebhook: 'Créer un webhook',
  leaseTimings: 'Modifier les délais de réservation',
  lightScheme: 'Passer au thème clair',
  darkScheme: 'Passer au thème sombre',
  logOut: 'Se déconnecter',
  keys: { mac: '⌘ K', other: 'Ctrl K' },
} satisfies Translation<typeof english.paletteText>;
