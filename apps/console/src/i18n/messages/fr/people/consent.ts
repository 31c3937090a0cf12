import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/consent.ts';

export const consentText = {
  deviceTitle: 'Se connecter sur un appareil',
  consentTitle: 'Se connecter à une application',
  enterCode: 'Saisissez le code que votre appareil affiche.',
  code: 'Code',
  codeLength: 'Un code a huit lettres, par exemple BCDF-GHJK.',
  goOn: 'Continuer',
  looking: 'Recherche de la demande…',
  asks: '{application} veut se connecter en votre nom. Vérifiez que c’est bien celle que vous utilisez.',
  asksByCode: '{application} veut se connecter en votre nom. Vérifiez que votre appareil affiche ce code.',
  application: 'Application',
  device: 'Appareil',
  address: 'Adresse',
  asked: 'Demandé',
  rights: 'Elle pourra voir votre profil et utiliser vos licences.',
  commandRights: 'Elle pourra faire tout ce que vous pouvez faire.',
  allow: 'Autoriser',
  deny: 'Refuser',
  notMe:
    'Ce n’était pas vous ? Refusez et prévenez votre administrateur : la personne qui vous a envoyé ici veut peut-être se connecter en votre nom.',
  signedInAs: 'Vous êtes connecté en tant que {email}.',
  another: 'Utiliser un autre accès',
  malformed:
    'La demande de cette application est incorrecte ; elle ne peut connecter personne. Dites à son éditeur ce qui ne va pas :',
  allowed: 'Autorisé',
  denied: 'Refusé',
  deviceAllowed: 'Vous êtes connecté sur votre appareil. Vous pouvez y revenir et fermer cette page.',
  deviceDenied: 'Personne n’a été connecté sur l’appareil. Vous pouvez fermer cette page.',
  back: 'Vous revenez à {application}. Vous pouvez fermer cette page.',
  elsewhere: 'L’application veut la réponse à une adresse qui n’est pas sur cet appareil. Elle n’y a pas été envoyée.',
} satisfies Translation<typeof english.consentText>;
