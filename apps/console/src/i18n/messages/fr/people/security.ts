import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/security.ts';

export const securityText = {
  title: 'Sécurité',
  about: 'Comment les personnes de ce compte se connectent, et quand les administrateurs sont avertis.',
  labels: {
    'second-factor': 'Qui doit avoir un second facteur',
    'password-sign-in': 'La connexion par mot de passe est autorisée',
    'session-hours': 'Durée d’une session en heures',
    'end-warnings': 'Avertir les administrateurs par e-mail avant la fin des licences',
  },
  secondFactorHint:
    'Les personnes qui n’en ont pas en configurent un à leur prochaine connexion. Celles qui en ont un doivent toujours l’utiliser.',
  policies: { off: 'Personne', administrators: 'Administrateurs', everyone: 'Tout le monde' },
  policyHints: {
    off: 'Chacun décide pour soi.',
    administrators: 'Toutes les personnes qui peuvent modifier quelque chose dans ce compte.',
    everyone: 'Toutes les personnes de ce compte, même celles qui ne font qu’utiliser des licences.',
  },
  passwordSignInHint: 'Sinon, la connexion se fait uniquement par authentification unique.',
  sessionHoursHint: 'De 1 à 720. Si le champ reste vide, la durée de cette installation s’applique.',
  sessionHoursInvalid: 'Saisissez un nombre entier de 1 à 720.',
  endWarning: '{days, plural, one {# jour avant} other {# jours avant}}',
  endWarningsHint:
    'Un e-mail pour chaque jour où des licences se terminent, à toutes les personnes qui peuvent modifier quelque chose et voir les licences.',
  updated: 'Sécurité modifiée',
  without: 'Sans second facteur',
  withoutAbout: 'Ces personnes en configurent un à leur prochaine connexion.',
  withoutOff: 'Personne n’est obligé d’en avoir un. Ces personnes se connectent avec le mot de passe seul.',
  nobodyWithout: 'Toutes les personnes qui doivent en avoir un en ont un.',
  nobodyWithoutOff: 'Tout le monde en a un.',
  more: '{count, plural, one {et # autre} other {et # autres}}',
} satisfies Translation<typeof english.securityText>;
