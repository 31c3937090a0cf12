import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/welcome.ts';

export const welcomeText = {
  attention: 'À surveiller',
  pendingUsers:
    '{count, plural, one {personne n’a pas encore activé son accès} other {personnes n’ont pas encore activé leur accès}}',
  endingLicenses:
    '{count, plural, one {licence se termine dans les 30 jours} other {licences se terminent dans les 30 jours}}',
  unassignedAddons: '{count, plural, one {extension n’a pas de licence} other {extensions n’ont pas de licence}}',
  refused:
    '{count, plural, one {personne n’a pas obtenu de licence au cours des {days} derniers jours} other {personnes n’ont pas obtenu de licence au cours des {days} derniers jours}}',
  nobodyRefused: 'Toutes les demandes de licence ont abouti.',
  nothingEnds: 'Aucune licence ne se termine bientôt.',
  allActivated: 'Toutes les personnes invitées ont activé leur accès.',
  allAssigned: 'Chaque extension a une licence.',
  inUse: 'Licences utilisées',
  show: 'Utilisation',
  inUseOf: '{used, number} sur {all, number} {used, plural, one {utilisée} other {utilisées}}',
  peak: 'au plus {peak, number} en {days} jours',
  noPeak: 'aucune utilisation en {days} jours',
  allAccounts: 'Tous les comptes',
  ownAccount: 'Mon compte',
  inUseEverywhere:
    '{count, plural, one {licence est utilisée} other {licences sont utilisées}} dans {accounts, plural, one {# compte} other {# comptes}}',
  nothingInUse: 'Personne n’utilise de licence en ce moment.',
  times: '{count, number} fois',
  failing: '{count, plural, one {e-mail ou webhook en échec} other {e-mails et webhooks en échec}}',
  allSent: 'Tous les e-mails ont été envoyés.',
  mailsWait: '{count, plural, one {# e-mail en attente} other {# e-mails en attente}}',
  mailsRefused: '{count, plural, one {# refusé à ce jour} other {# refusés à ce jour}}',
  webhooks: '{count, plural, one {# webhook} other {# webhooks}}',
  paused: '{count, number} en pause',
  deliveriesWait: '{count, plural, one {# livraison en attente} other {# livraisons en attente}}',
  webhooksFail: '{count, plural, one {# webhook en échec} other {# webhooks en échec}}',
  ownLicenses: 'Licences que vous pouvez utiliser',
  howToUse:
    'Connectez-vous dans l’application avec votre adresse e-mail ; elle prend une licence libre et la rend à sa fermeture.',
  free: 'Libres : {free, number} sur {all, number}',
  heldByMe: 'Utilisée par vous',
  usedOn: 'Vous l’utilisez sur {device}.',
  usedOnIn: 'Vous l’utilisez sur {device} dans {application}.',
  someDevice: 'un appareil',
  hereInstead: 'L’utiliser plutôt ici',
  hereInsteadNamed: 'L’utiliser plutôt ici : {product} sur {device}',
  hereInsteadTitle: 'Utiliser {product} plutôt ici ?',
  hereInsteadBody:
    'L’application sur {device} enregistre, et vous y êtes déconnecté. Démarrez ensuite l’application sur cet appareil : elle prend la licence, si personne d’autre ne l’attend.',
  usableHere: 'La licence est libre. Démarrez l’application sur cet appareil.',
  usableSoon:
    'Vous êtes en cours de déconnexion sur {device}. Démarrez l’application sur cet appareil dans deux minutes.',
  noLicenses: 'Aucune licence n’est encore partagée avec vous',
  noLicensesHint: 'Votre administrateur décide qui peut utiliser quelle licence.',
} satisfies Translation<typeof english.welcomeText>;
