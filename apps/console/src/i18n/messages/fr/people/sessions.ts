import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/sessions.ts';

export const sessionsText = {
  title: 'Sessions',
  show: 'Voir où vous êtes connecté',
  ownHint:
    'Voici où vous êtes connecté en ce moment. Mettez fin aux sessions que vous ne reconnaissez pas, puis modifiez votre mot de passe.',
  hint: 'Voici où cet utilisateur est connecté en ce moment.',
  none: 'Connecté nulle part.',
  current: 'Cette session',
  on: '{browser} sur {system}',
  applicationOn: '{application} sur {device}',
  unknown: 'Navigateur inconnu',
  since: 'ouverte',
  used: 'dernière activité',
  from: 'depuis l’adresse {address}',
  end: 'Mettre fin à la session',
  endTitle: 'Mettre fin à la session',
  endBody: 'Voulez-vous vraiment mettre fin à la session « {where} » ? La déconnexion est immédiate.',
  ended: 'Session terminée',
} satisfies Translation<typeof english.sessionsText>;
