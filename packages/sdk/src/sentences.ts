import type { Released } from './leases/lease.ts';
import { KeyholdError, LeaseReleasedError } from './replies/errors.ts';

/** The languages of the sentences for users. */
export type Language = 'en' | 'de' | 'fr';

/** An error of the SDK, or the event `released`. */
export type Reported = KeyholdError | Pick<Released, 'reason' | 'message'>;

type Sentence = Readonly<Record<Language, string>>;

const s = (en: string, de: string, fr: string): Sentence => ({ en, de, fr });

/** The sentences by the code of an error or the reason of a release. */
export const sentences: Readonly<Record<string, Sentence>> = {
  'no-seat': s('All licenses are in use.', 'Alle Lizenzen sind in Gebrauch.', 'Toutes les licences sont utilisées.'),
  'release-pending': s(
    'A license is about to become free. Try again in a moment.',
    'Eine Lizenz wird gleich frei. Versuchen Sie es gleich noch einmal.',
    'Une licence va se libérer. Réessayez dans un instant.',
  ),
  'version-not-covered': s(
    'Your license does not cover this version of the application. Use an earlier one, or contact your administrator.',
    'Ihre Lizenz gilt nicht für diese Version der Anwendung. Verwenden Sie eine frühere, oder wenden Sie sich an Ihre Administration.',
    'Votre licence ne couvre pas cette version de l’application. Utilisez une version antérieure, ou contactez votre administrateur.',
  ),
  'not-eligible': s(
    'You have no license for this application. Contact your administrator.',
    'Sie haben keine Lizenz für diese Anwendung. Wenden Sie sich an Ihre Administration.',
    'Vous n’avez pas de licence pour cette application. Contactez votre administrateur.',
  ),
  'license-expired': s('The license has expired.', 'Die Lizenz ist abgelaufen.', 'La licence a expiré.'),
  'license-suspended': s(
    'The license is suspended. Contact your administrator.',
    'Die Lizenz ist ausgesetzt. Wenden Sie sich an Ihre Administration.',
    'La licence est suspendue. Contactez votre administrateur.',
  ),
  'maintenance-ended': s(
    'The license does not cover this version: its maintenance has ended.',
    'Die Lizenz gilt nicht für diese Version: Ihre Wartung ist beendet.',
    'La licence ne couvre pas cette version : sa maintenance est terminée.',
  ),
  released: s(
    'Your license was released by an administrator.',
    'Ihre Lizenz wurde von der Administration freigegeben.',
    'Votre licence a été libérée par un administrateur.',
  ),
  'user-inactive': s('Your user was deactivated.', 'Ihr Konto wurde deaktiviert.', 'Votre compte a été désactivé.'),
  'user-deleted': s('Your user was deleted.', 'Ihr Konto wurde gelöscht.', 'Votre compte a été supprimé.'),
  'no-longer-eligible': s(
    'You may no longer use this license.',
    'Sie dürfen diese Lizenz nicht mehr nutzen.',
    'Vous ne pouvez plus utiliser cette licence.',
  ),
  'consumers-changed': s(
    'You may no longer use this license: its users were changed.',
    'Sie dürfen diese Lizenz nicht mehr nutzen: Der Kreis der Nutzenden wurde geändert.',
    'Vous ne pouvez plus utiliser cette licence : ses utilisateurs ont changé.',
  ),
  'license-moved': s(
    'The license now belongs to another company.',
    'Die Lizenz gehört jetzt einem anderen Unternehmen.',
    'La licence appartient désormais à une autre entreprise.',
  ),
  moved: s(
    'This device now uses another license.',
    'Dieses Gerät nutzt jetzt eine andere Lizenz.',
    'Cet appareil utilise désormais une autre licence.',
  ),
  'time-over': s(
    'The time of this lease is over.',
    'Die Zeit dieser Lizenznutzung ist um.',
    'La durée de cette utilisation est écoulée.',
  ),
  'overdraft-ended': s(
    'This license was lent for a time, which is over.',
    'Diese Lizenz war für eine Zeit geliehen, die um ist.',
    'Cette licence était prêtée pour une durée, qui est écoulée.',
  ),
  idle: s(
    'You were away, and someone else needed the license.',
    'Sie waren abwesend, und die Lizenz wurde anderswo gebraucht.',
    'Vous étiez absent, et quelqu’un d’autre avait besoin de la licence.',
  ),
  'taken-over': s(
    'You continued on another device.',
    'Sie haben auf einem anderen Gerät weitergearbeitet.',
    'Vous avez continué sur un autre appareil.',
  ),
  'pool-limit': s(
    'As many licenses are in use as your group, or you, may use at once.',
    'Es sind so viele Lizenzen in Gebrauch, wie Sie oder Ihre Gruppe zugleich nutzen dürfen.',
    'Vous ou votre groupe utilisez autant de licences que permis en même temps.',
  ),
  'pool-reserved': s(
    'The free licenses are kept for others. Try again later.',
    'Die freien Lizenzen sind für andere vorbehalten. Versuchen Sie es später noch einmal.',
    'Les licences libres sont réservées à d’autres. Réessayez plus tard.',
  ),
  'already-asked': s(
    'You asked a short while ago. Ask again later.',
    'Sie haben erst vor Kurzem gefragt. Fragen Sie später noch einmal.',
    'Vous avez déjà demandé il y a peu. Redemandez plus tard.',
  ),
  taken: s(
    'You got the license in another window.',
    'Sie haben die Lizenz in einem anderen Fenster erhalten.',
    'Vous avez obtenu la licence dans une autre fenêtre.',
  ),
  left: s('You left the line.', 'Sie haben die Warteschlange verlassen.', 'Vous avez quitté la file d’attente.'),
  'sent-away': s(
    'An administrator ended your place in line.',
    'Ihr Platz in der Warteschlange wurde von der Administration beendet.',
    'Un administrateur a mis fin à votre place dans la file.',
  ),
  lost: s(
    'Your place in line was lost, because this device was not heard from.',
    'Ihr Platz in der Warteschlange ging verloren, weil dieses Gerät sich nicht gemeldet hat.',
    'Votre place dans la file est perdue, car cet appareil ne s’est pas manifesté.',
  ),
  'offer-expired': s(
    'The license was offered, but not taken in time.',
    'Die Lizenz wurde angeboten, aber nicht rechtzeitig genommen.',
    'La licence a été proposée, mais pas prise à temps.',
  ),
  'too-long': s(
    'Nobody waits longer than 24 hours. Start again.',
    'Niemand wartet länger als 24 Stunden. Beginnen Sie von vorn.',
    'Personne n’attend plus de 24 heures. Recommencez.',
  ),
  'session-ended': s('You were signed out.', 'Sie wurden abgemeldet.', 'Vous avez été déconnecté.'),
  'account-inactive': s(
    'The account of your company is inactive.',
    'Das Konto Ihres Unternehmens ist inaktiv.',
    'Le compte de votre entreprise est inactif.',
  ),
  'account-deleted': s(
    'The account of your company was deleted.',
    'Das Konto Ihres Unternehmens wurde gelöscht.',
    'Le compte de votre entreprise a été supprimé.',
  ),
  authentication: s('Sign in again.', 'Melden Sie sich erneut an.', 'Connectez-vous à nouveau.'),
  'user-changed': s(
    'Another user has signed in.',
    'Jemand anderes hat sich angemeldet.',
    'Un autre utilisateur s’est connecté.',
  ),
  'epoch-stale': s(
    'The license is in use by another window or device.',
    'Die Lizenz wird in einem anderen Fenster oder auf einem anderen Gerät genutzt.',
    'La licence est utilisée par une autre fenêtre ou un autre appareil.',
  ),
  copied: s(
    'A copy of this device uses the license.',
    'Eine Kopie dieses Geräts nutzt die Lizenz.',
    'Une copie de cet appareil utilise la licence.',
  ),
  'lease-lapsed': s(
    'The license could not be renewed in time.',
    'Die Lizenz konnte nicht rechtzeitig erneuert werden.',
    'La licence n’a pas pu être renouvelée à temps.',
  ),
  'lease-offline': s(
    'This license is checked out for offline use.',
    'Diese Lizenz ist für die Offline-Nutzung ausgecheckt.',
    'Cette licence est réservée pour une utilisation hors ligne.',
  ),
  'offline-ended': s(
    'The time for which this license was checked out is over.',
    'Die Zeit, für die diese Lizenz ausgecheckt war, ist vorbei.',
    'La durée de réservation hors ligne de cette licence est écoulée.',
  ),
  'already-offline': s(
    'Another license of this product is in offline use on this device. Return it first.',
    'Eine andere Lizenz dieses Produkts ist auf diesem Gerät offline in Gebrauch. Geben Sie diese zuerst zurück.',
    'Une autre licence de ce produit est utilisée hors ligne sur cet appareil. Rendez-la d’abord.',
  ),
  'clock-went-back': s(
    'The clock of this machine was set back. Set it to the right time to use the license offline.',
    'Die Uhr dieses Geräts wurde zurückgestellt. Stellen Sie sie richtig, um die Lizenz offline zu nutzen.',
    'L’horloge de cet appareil a été retardée. Réglez-la pour utiliser la licence hors ligne.',
  ),
  unreachable: s(
    'The license server cannot be reached. Check the network connection.',
    'Der Lizenzserver ist nicht erreichbar. Prüfen Sie die Netzwerkverbindung.',
    'Le serveur de licences est injoignable. Vérifiez la connexion réseau.',
  ),
  'invalid-reply': s(
    'The reply is not from the license server. Check the network connection.',
    'Die Antwort stammt nicht vom Lizenzserver. Prüfen Sie die Netzwerkverbindung.',
    'La réponse ne provient pas du serveur de licences. Vérifiez la connexion réseau.',
  ),
  denied: s('The sign-in was denied.', 'Die Anmeldung wurde abgelehnt.', 'La connexion a été refusée.'),
  expired: s(
    'The sign-in took too long. Start it again.',
    'Die Anmeldung hat zu lange gedauert. Beginnen Sie sie erneut.',
    'La connexion a pris trop de temps. Recommencez.',
  ),
  aborted: s('The sign-in was cancelled.', 'Die Anmeldung wurde abgebrochen.', 'La connexion a été annulée.'),
  'second-factor': s(
    'Sign in by the browser: a second factor is needed.',
    'Melden Sie sich im Browser an: Ein zweiter Faktor ist nötig.',
    'Connectez-vous dans le navigateur : un second facteur est nécessaire.',
  ),
};

/**
 * The sentence for users of an error, or of the event `released`, in their language. A code without a sentence, which
 * only a developer can cause or a newer server sends, gets the message in English.
 *
 * @example
 * lease.on('released', (released) => showSignIn(sentenceFor(released, 'de')));
 */
export function sentenceFor(reported: Reported, language: Language): string {
  const code =
    reported instanceof KeyholdError && !(reported instanceof LeaseReleasedError) ? reported.code : reported.reason;
  return sentences[code]?.[language] ?? reported.message;
}
