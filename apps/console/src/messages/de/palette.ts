import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/palette.ts';

export const paletteText = {
  title: 'Gehe zu',
  hint: 'Schnellsuche',
  placeholder: 'Seite, Person, Lizenz, Aktion …',
  screens: 'Seiten',
  actions: 'Aktionen',
  people: 'Personen',
  licenses: 'Lizenzen',
  nothing: 'Nichts gefunden zu „{typed}“.',
  found: '{count, plural, other {# gefunden}}',
  newUser: 'Benutzer anlegen',
  newTag: 'Schlagwort anlegen',
  newServiceAccount: 'Dienstkonto anlegen',
  newAccount: 'Konto anlegen',
  newApplication: 'Anwendung registrieren',
  issueLicenses: 'Lizenzen ausstellen',
  issueAddons: 'Erweiterungen ausstellen',
  newWebhook: 'Webhook anlegen',
  leaseTimings: 'Reservierungszeiten ändern',
  lightScheme: 'Zum hellen Farbschema wechseln',
  darkScheme: 'Zum dunklen Farbschema wechseln',
  logOut: 'Abmelden',
  keys: { mac: '⌘ K', other: 'Strg K' },
} satisfies Translation<typeof english.paletteText>;
