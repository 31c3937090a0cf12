import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/lease-times.ts';

export const leaseTimesText = {
  title: 'Délais de réservation',
  intro: 'Les nouveaux délais s’appliquent à chaque réservation dès son prochain signe de vie.',
  heartbeat: 'Signe de vie',
  lease: 'Durée de réservation',
  grace: 'Délai en cas de panne',
  none: 'Aucun',
  hints: {
    'heartbeat-seconds': 'À quelle fréquence une application signale qu’elle fonctionne.',
    'lease-seconds':
      'Si une application ne donne pas signe de vie pendant cette durée, sa place redevient libre. Au moins deux signes de vie.',
    'grace-seconds':
      'Combien de temps une application peut encore continuer, avec sa place réservée, quand elle ne peut pas joindre le serveur.',
  },
  between: 'Saisissez un nombre entier de secondes, de {least, number} à {most, number}',
  twoHeartbeats: 'Une réservation doit durer au moins deux signes de vie, afin que l’un d’eux puisse se perdre',
} satisfies Translation<typeof english.leaseTimesText>;
