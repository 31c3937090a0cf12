import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/wire.ts';

export const wireText = {
  Active: 'Aktiv',
  Inactive: 'Inaktiv',
  Pending: 'Ausstehend',
  Suspended: 'Gesperrt',
  Expired: 'Abgelaufen',
  Retired: 'Eingestellt',
  Available: 'Verfügbar',
  'In use': 'In Nutzung',
  Perpetual: 'Unbefristet',
  Subscription: 'Abonnement',
  Trial: 'Testlizenz',
  'No one': 'Niemand',
  User: 'Benutzer',
  Tags: 'Schlagwörter',
  Everyone: 'Alle',
  'Custom policy': 'Eigene Richtlinie',
  waiting: 'Wartet',
  delivered: 'Zugestellt',
  failed: 'Fehlgeschlagen',
  'license Active': 'Aktiv',
  'maintenance-status Active': 'Aktiv',
  'subscription-status Expired': 'Abgelaufen',
} satisfies Translation<typeof english.wireText>;
