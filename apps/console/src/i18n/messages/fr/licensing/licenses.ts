import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/licenses.ts';

export const licensesText = {
  title: 'Licences',
  back: 'Retour aux licences',
  key: 'Clé',
  copiedKey: 'clé',
  product: 'Produit',
  type: 'Type',
  version: 'Version',
  expiry: 'Échéance',
  maintenance: 'Maintenance',
  consumers: 'Bénéficiaires',
  details: 'Détails',
  addons: 'Extensions',
  usage: 'Utilisation',
  none: 'Aucune',
  unknown: 'Inconnue',
  daysAfterActivation: '{days, plural, one {# jour} other {# jours}} après l’activation',
  endingWithin: 'Se termine dans les {days} jours',
  maintenanceTo: 'au',
  rootAdminsOnly: 'Action réservée aux administrateurs root.',
  notUsed: 'Cette licence n’est pas utilisée en ce moment.',
  notGiven: 'Non indiqué',
  pool: 'Pool',
  everyPool: 'Avec et sans pool',
  inPool: 'Cette licence appartient au pool {name}, qui décide qui peut l’utiliser.',
  openPool: 'Ouvrir le pool',
  noneTitle: 'Aucune licence pour le moment',
  noneHint: 'Les licences apparaissent ici dès qu’elles sont émises pour ce compte.',
  updated: 'Licence modifiée',
  released: 'Licence libérée',
} satisfies Translation<typeof english.licensesText>;

export const consumersText = {
  consumer: 'Bénéficiaire',
  user: 'Quel utilisateur',
  tags: 'Quelles étiquettes',
  userIs: 'Utilisateur : {email}',
  tagsAre: 'Étiquettes : {names}',
  noUsers: 'Aucun utilisateur n’appartient encore à ce compte.',
  noTags: 'Aucune étiquette n’appartient encore à ce compte.',
  update: 'Modifier les bénéficiaires',
  updateBody:
    'Voulez-vous vraiment modifier les bénéficiaires de la licence ? La licence sera libérée automatiquement.',
  updateConfirm: 'Modifier',
  updating: 'Modification…',
  notOffered: 'Ces bénéficiaires n’ont pas été définis ici. Un choix ci-dessous les remplace.',
  release: 'Libérer la licence',
  releaseBody: 'Voulez-vous vraiment libérer cette licence ? La personne qui l’utilise sera déconnectée.',
  releaseConfirm: 'Libérer',
} satisfies Translation<typeof english.consumersText>;

export const offlineText = {
  offlineUntil: 'Hors ligne jusqu’au {date}',
  offlineHint:
    'Cette licence a été emportée hors ligne. Elle ne peut pas être rappelée de l’appareil, qui peut l’utiliser sans connexion jusque-là.',
  freeNow: 'Libérer maintenant',
  freeTitle: 'Libérer cette licence maintenant ?',
  freeBody:
    'D’autres peuvent utiliser cette licence aussitôt. L’appareil est injoignable : jusqu’au {date}, il peut continuer à utiliser la licence sans connexion, si bien que deux personnes l’utilisent en même temps. Libérez-la si l’appareil est perdu ou ne sera plus utilisé.',
  freeConfirm: 'Libérer maintenant',
} satisfies Translation<typeof english.offlineText>;

export const usageText = {
  user: 'Utilisateur',
  'activation-date': 'Date d’activation',
  'client-name': 'Application',
  'client-version': 'Version de l’application',
  'device-id': 'Identifiant de l’appareil',
  'device-ip': 'IP de l’appareil',
  'device-locale': 'Langue de l’appareil',
  'device-name': 'Nom de l’appareil',
  'device-os': 'Système de l’appareil',
  'device-user': 'Utilisateur de l’appareil',
  'maintenance-status': 'Statut de la maintenance',
  'stream-id': 'Identifiant du flux',
  'subscription-status': 'Statut de l’abonnement',
} satisfies Translation<typeof english.usageText>;
