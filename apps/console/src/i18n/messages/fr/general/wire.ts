import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/wire.ts';

export const wireText = {
  Active: 'Actif',
  Inactive: 'Inactif',
  Pending: 'En attente',
  Suspended: 'Suspendue',
  Expired: 'Expirée',
  Retired: 'Retiré',
  Available: 'Disponible',
  'In use': 'Utilisée',
  Perpetual: 'Perpétuelle',
  Subscription: 'Abonnement',
  Trial: 'Essai',
  'No one': 'Aucun',
  User: 'Utilisateur',
  Tags: 'Étiquettes',
  Everyone: 'Tout le monde',
  'Custom policy': 'Stratégie personnalisée',
  waiting: 'En attente',
  delivered: 'Livrée',
  failed: 'Échouée',
  'license Active': 'Active',
  'maintenance-status Active': 'Active',
  'subscription-status Expired': 'Expiré',
} satisfies Translation<typeof english.wireText>;
