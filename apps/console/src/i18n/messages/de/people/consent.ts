import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/consent.ts';

export const consentText = {
  deviceTitle: 'Auf einem Gerät anmelden',
  consentTitle: 'In einer Anwendung anmelden',
  enterCode: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
  code: 'Code',
  codeLength: 'Ein Code hat acht Buchstaben, zum Beispiel BCDF-GHJK.',
  goOn: 'Weiter',
  looking: 'Anfrage wird gesucht …',
  asks: '{application} möchte sich in Ihrem Namen anmelden. Prüfen Sie, ob es die ist, die Sie verwenden.',
  asksByCode: '{application} möchte sich in Ihrem Namen anmelden. Prüfen Sie, ob Ihr Gerät diesen Code zeigt.',
  application: 'Anwendung',
  device: 'Gerät',
  address: 'Adresse',
  asked: 'Angefragt',
  rights: 'Sie kann dann Ihr Profil sehen und Ihre Lizenzen verwenden.',
  commandRights: 'Sie kann dann alles tun, was Sie dürfen.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  notMe:
    'Das waren nicht Sie? Lehnen Sie ab und sagen Sie es Ihrem Administrator: Wer Sie hierher geschickt hat, will sich vielleicht in Ihrem Namen anmelden.',
  signedInAs: 'Sie sind als {email} angemeldet.',
  another: 'Anderen Zugang verwenden',
  malformed:
    'Die Anfrage dieser Anwendung ist fehlerhaft; sie kann niemanden anmelden. Sagen Sie ihrem Hersteller, was daran falsch ist:',
  allowed: 'Erlaubt',
  denied: 'Abgelehnt',
  deviceAllowed: 'Sie sind auf Ihrem Gerät angemeldet. Sie können dorthin zurückkehren und diese Seite schließen.',
  deviceDenied: 'Auf dem Gerät wurde niemand angemeldet. Sie können diese Seite schließen.',
  back: 'Sie kehren zu {application} zurück. Sie können diese Seite schließen.',
  elsewhere:
    'Die Anwendung möchte die Antwort an einer Adresse, die nicht auf diesem Gerät ist. Sie wurde nicht dorthin gesendet.',
} satisfies Translation<typeof english.consentText>;
