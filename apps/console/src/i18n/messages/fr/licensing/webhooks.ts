import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/webhooks.ts';

export const webhooksText = {
  title: 'Webhooks',
  back: 'Retour aux webhooks',
  newWebhook: 'Nouveau webhook',
  createTitle: 'Créer un webhook',
  urlHint: 'Commence par https:// et est joignable depuis Internet.',
  events: 'Événements',
  allEvents: 'Tous les événements',
  everyAccount: 'Événements de tous les comptes',
  everyAccountHint: 'Pas seulement ce qui se passe dans le compte du fournisseur.',
  everyAccountBadge: 'Tous les comptes',
  state: 'Statut',
  states: { on: 'Actif', failing: 'En échec', paused: 'En pause' },
  failures: 'Échecs à la suite : {count, number}',
  details: 'Détails',
  deliveries: 'Livraisons',
  secret: 'Secret de signature',
  pause: {
    title: 'Mettre le webhook en pause',
    body: 'Voulez-vous vraiment mettre ce webhook en pause ? Rien ne lui est envoyé avant sa réactivation, et ce qui se passe entre-temps n’est pas conservé pour lui.',
    confirm: 'Mettre en pause',
  },
  resume: {
    title: 'Réactiver le webhook',
    body: 'Voulez-vous vraiment réactiver ce webhook ? Il reçoit ce qui se passe à partir de maintenant.',
    confirm: 'Réactiver',
  },
  test: 'Envoyer un événement de test',
  testSent: 'Événement de test mis en file',
  paused: 'Webhook mis en pause',
  resumed: 'Webhook réactivé',
  created: 'Webhook créé',
  updated: 'Webhook modifié',
  deleted: 'Webhook supprimé',
  deletionTakes: 'Il ne reçoit plus d’événements, et ses livraisons sont supprimées.',
  pausedNote:
    'Tant qu’un webhook est en pause, rien ne lui est envoyé, et ce qui se passe entre-temps n’est pas conservé pour lui.',
  noneTitle: 'Aucun webhook pour le moment',
  noneHint:
    'Un webhook signale à un autre système qu’une licence est utilisée, rendue, refusée, émise ou sur le point de se terminer.',
  secretTitle: 'Secret de signature',
  secretOnce:
    'Copiez-le maintenant : il ne sera plus affiché. Le destinataire des événements s’en sert pour vérifier leur signature.',
  secretAbout:
    'Chaque livraison est signée selon Standard Webhooks, pour que son destinataire sache qu’elle vient d’ici. Le secret a été affiché à sa création et ne peut plus être affiché.',
  copySecret: 'Copier le secret',
  done: 'Terminé',
  renew: 'Créer un nouveau secret',
  renewBody:
    'Voulez-vous vraiment créer un nouveau secret ? Pendant un jour, les livraisons sont aussi signées avec l’ancien, pour que le destinataire ait le temps de changer.',
  renewConfirm: 'Créer un nouveau secret',
} satisfies Translation<typeof english.webhooksText>;

export const deliveriesText = {
  event: 'Événement',
  attempts: 'Tentatives',
  answer: 'Réponse',
  noAnswer: 'Aucune pour le moment',
  failures: {
    'private-address': 'L’adresse n’est pas publique sur Internet.',
    'unknown-host': 'Il n’existe aucun hôte de ce nom.',
    'connection-refused': 'L’hôte refuse les connexions sur ce port.',
    'connection-reset': 'L’hôte a interrompu la connexion.',
    'host-unreachable': 'L’hôte est injoignable.',
    'untrusted-certificate': 'Le certificat de l’hôte n’est pas approuvé.',
    'no-https': 'L’hôte ne répond pas en https sur ce port.',
    timeout: 'Aucune réponse n’est arrivée à temps.',
    'connection-failed': 'La connexion a échoué.',
    redirect:
      'L’adresse a répondu {status} : les redirections ne sont pas suivies. Saisissez l’adresse à laquelle elle mène.',
    gone: 'L’adresse a répondu {status} Gone et ne reçoit plus rien avant la réactivation du webhook.',
    'error-status': 'L’adresse a répondu {status}.',
    'not-attempted': 'Aucune tentative n’a eu lieu à temps.',
  },
  created: 'Créée',
  lastTry: 'Dernière tentative',
  nextTry: 'Prochaine tentative',
  id: 'Identifiant',
  body: 'Contenu',
  title: 'Livraison',
  show: 'Afficher {event}',
  resend: 'Renvoyer {event}',
  resendOne: 'Renvoyer',
  resending: 'Envoi…',
  resent: 'Livraison remise en file',
  noneTitle: 'Rien n’a encore été envoyé',
  noneHint: 'Ce qui est signalé à l’adresse apparaît ici pendant 30 jours, avec sa réponse.',
} satisfies Translation<typeof english.deliveriesText>;

export const eventText = {
  'license.consumed': 'Quelqu’un commence à utiliser une licence',
  'license.released': 'Une licence est rendue, ou son utilisateur est déconnecté',
  'license.lapsed': 'Un appareil qui utilisait une licence ne donne plus signe de vie',
  'license.denied': 'Quelqu’un demande une licence et n’en obtient pas',
  'license.issued': 'Une licence est émise pour le compte',
  'license.status-changed': 'Une licence est suspendue, rétablie ou expire',
  'license.expiring': 'Une licence se termine dans les 14 jours',
  'pool.overdraft': 'Une place au-delà de celles achetées est utilisée dans un pool',
} satisfies Translation<typeof english.eventText>;
