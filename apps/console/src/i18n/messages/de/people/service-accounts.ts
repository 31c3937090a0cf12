import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/service-accounts.ts';

export const serviceAccountsText = {
  title: 'Dienstkonten',
  about:
    'Programme handeln als Dienstkonto, mit dessen Token. Es hat Rollen wie ein Benutzer, kein Passwort, und nutzt Lizenzen, die es nennen.',
  newOne: 'Neues Dienstkonto',
  createTitle: 'Neues Dienstkonto anlegen',
  back: 'Zurück zu den Dienstkonten',
  created: 'Dienstkonto angelegt',
  updated: 'Dienstkonto geändert',
  deleted: 'Dienstkonto gelöscht',
  deletionTakes: 'Seine Token öffnen von da an nichts mehr.',
  noneTitle: 'Noch keine Dienstkonten',
  noneHint: 'Ein Dienstkonto lässt ein Programm hier mit eigenen Rechten arbeiten.',
  roles: 'Rollen',
  policies: 'Eigene Richtlinien',
  details: 'Details',
  tokens: 'Token',
} as const satisfies Translation<typeof english.serviceAccountsText>;

export const tokensText = {
  newOne: 'Neues Token',
  createTitle: 'Neues Token erstellen',
  make: 'Token erstellen',
  making: 'Wird erstellt …',
  prefix: 'Beginnt mit',
  ends: 'Endet',
  lastUse: 'Zuletzt verwendet',
  addresses: 'Adressen',
  everywhere: 'Überall',
  endsOn: 'Endet am',
  endsHint: 'Höchstens zwei Jahre von heute an. Wer es erstellt hat, bekommt eine Woche vorher eine E-Mail.',
  badDate: 'Wählen Sie einen Tag ab morgen, innerhalb von zwei Jahren.',
  addressesHint: 'Bereiche wie 192.0.2.0/24 oder 2001:db8::/32, einer je Zeile. Ohne einen gilt das Token überall.',
  badAddress: '{address} ist kein Bereich wie 192.0.2.0/24 oder 2001:db8::/32.',
  over: 'Abgelaufen',
  revoke: 'Widerrufen',
  revokeOne: '{name} widerrufen',
  revokeTitle: 'Token widerrufen',
  revokeBody:
    'Möchten Sie das Token {name} wirklich widerrufen? Programme, die es verwenden, werden ab ihrer nächsten Anfrage abgewiesen.',
  revoking: 'Wird widerrufen …',
  revoked: 'Token widerrufen',
  noneTitle: 'Noch keine Token',
  noneHint:
    'Ein Programm zeigt bei jeder Anfrage ein Token. Erstellen Sie für jedes Programm eines, damit sich jedes einzeln widerrufen lässt.',
  secretTitle: 'Neues Token',
  secretOnce:
    'Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt. Bewahren Sie es dort auf, wo das Programm es findet und sonst niemand.',
  copySecret: 'Token kopieren',
  done: 'Fertig',
} as const satisfies Translation<typeof english.tokensText>;
