import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/service-accounts.ts';

export const serviceAccountsText = {
  title: 'Comptes de service',
  about:
    'Des programmes agissent en tant que compte de service, par ses jetons. Il a des rôles comme un utilisateur, pas de mot de passe, et utilise les licences qui le nomment.',
  newOne: 'Nouveau compte de service',
  createTitle: 'Créer un compte de service',
  back: 'Retour aux comptes de service',
  created: 'Compte de service créé',
  updated: 'Compte de service modifié',
  deleted: 'Compte de service supprimé',
  deletionTakes: 'Ses jetons n’ouvrent plus rien ensuite.',
  noneTitle: 'Aucun compte de service',
  noneHint: 'Un compte de service permet à un programme de travailler ici avec ses propres droits.',
  roles: 'Rôles',
  policies: 'Stratégies propres',
  details: 'Détails',
  tokens: 'Jetons',
} as const satisfies Translation<typeof english.serviceAccountsText>;

export const tokensText = {
  newOne: 'Nouveau jeton',
  createTitle: 'Créer un jeton',
  make: 'Créer le jeton',
  making: 'Création…',
  prefix: 'Commence par',
  ends: 'Expire',
  lastUse: 'Dernière utilisation',
  addresses: 'Adresses',
  everywhere: 'Partout',
  endsOn: 'Expire le',
  endsHint: 'Au plus deux ans à partir d’aujourd’hui. La personne qui l’a créé reçoit un e-mail une semaine avant.',
  badDate: 'Choisissez un jour à partir de demain, dans les deux ans.',
  addressesHint:
    'Des plages comme 192.0.2.0/24 ou 2001:db8::/32, une par ligne. Sans plage, le jeton est valable partout.',
  badAddress: '{address} n’est pas une plage comme 192.0.2.0/24 ou 2001:db8::/32.',
  over: 'Expiré',
  revoke: 'Révoquer',
  revokeOne: 'Révoquer {name}',
  revokeTitle: 'Révoquer le jeton',
  revokeBody:
    'Voulez-vous vraiment révoquer le jeton {name} ? Les programmes qui l’utilisent seront refusés dès leur prochaine requête.',
  revoking: 'Révocation…',
  revoked: 'Jeton révoqué',
  noneTitle: 'Aucun jeton',
  noneHint:
    'Un programme présente un jeton à chaque requête. Créez-en un par programme, pour pouvoir révoquer chacun séparément.',
  secretTitle: 'Nouveau jeton',
  secretOnce:
    'Copiez-le maintenant : il ne sera plus affiché. Gardez-le là où le programme le trouve, et personne d’autre.',
  copySecret: 'Copier le jeton',
  done: 'Terminé',
} as const satisfies Translation<typeof english.tokensText>;
