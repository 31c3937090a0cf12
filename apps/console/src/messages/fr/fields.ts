import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/fields.ts';

export const fieldNames = {
  'customer-number': 'Numéro de client',
  'order-reference': 'Référence de commande',
  name: 'Nom',
  description: 'Description',
  status: 'Statut',
  owner: 'Propriétaire',
  email: 'E-mail',
  'first-name': 'Prénom',
  'last-name': 'Nom de famille',
  title: 'Titre',
  roles: 'Rôles',
  tags: 'Étiquettes',
  policies: 'Bénéficiaires',
  addons: 'Extensions',
  'certificate.expiry': 'Échéance',
  'certificate.maintenance-end': 'Fin de la maintenance',
  url: 'Adresse',
  events: 'Événements',
  enabled: 'Actif',
  user: 'Utilisateur',
  'device-name': 'Nom de l’appareil',
  'client-name': 'Application',
  'client-version': 'Version de l’application',
} satisfies Translation<typeof english.fieldNames>;
