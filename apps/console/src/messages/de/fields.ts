import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/fields.ts';

export const fieldNames = {
  'customer-number': 'Kundennummer',
  'order-reference': 'Bestellzeichen',
  name: 'Name',
  description: 'Beschreibung',
  status: 'Status',
  owner: 'Inhaber',
  email: 'E-Mail',
  'first-name': 'Vorname',
  'last-name': 'Nachname',
  title: 'Titel',
  roles: 'Rollen',
  tags: 'Schlagwörter',
  policies: 'Berechtigte',
  addons: 'Erweiterungen',
  'certificate.expiry': 'Ablauf',
  'certificate.maintenance-end': 'Ende der Wartung',
  url: 'Adresse',
  events: 'Ereignisse',
  enabled: 'Aktiv',
  user: 'Benutzer',
  'device-name': 'Gerätename',
  'client-name': 'Anwendung',
  'client-version': 'Version der Anwendung',
} satisfies Translation<typeof english.fieldNames>;
