import type { Factor, Language } from '@keyhold/contract';

/** A mail without its recipient, its link and what it may name. */
interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly before: readonly string[];
  readonly link: string;
  readonly after: readonly string[];
}

type NamedFactor = Pick<Factor, 'kind' | 'name'>;

/** All that mails say, in one language; `title` is the product's. */
export interface Sentences {
  /** @param name empty for a user without one */
  greeting(name: string): string;
  /** Stands before the address of the link, for mail programs that do not open it. */
  readonly copy: string;
  activation(title: string, days: number): Wording;
  reset(title: string, days: number): Wording;
  passwordChanged(title: string, email: string): Wording;
  emailChanged(title: string, email: string): Wording;
  tokenEnds(title: string, token: EndingToken): Wording;
  factorAdded(title: string, email: string, factor: NamedFactor): Wording;
  factorRemoved(title: string, email: string, factor: NamedFactor): Wording;
  recoveryCodeUsed(title: string, email: string, left: number): Wording;
  factorsReset(title: string, email: string): Wording;
}

/** A token of a service account that ends soon. */
export interface EndingToken {
  readonly name: string;
  readonly prefix: string;
  /** The name of the service account. */
  readonly bearer: string;
  readonly ends: Date;
}

function dateIn(language: Language, date: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

const english: Sentences = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  copy: 'Or copy this address into your browser:',
  activation: (title, days) => ({
    subject: `Activate your ${title} account`,
    heading: 'Activate your account',
    before: [`An account has been set up for you at ${title}. Choose a password to activate it and to sign in.`],
    link: 'Activate account',
    after: [`${englishValidity(days)} If you did not expect this mail, you can ignore it.`],
  }),
  reset: (title, days) => ({
    subject: `Reset your ${title} password`,
    heading: 'Reset your password',
    before: [`Somebody asked to reset the password of your account at ${title}. To choose a new one, open this link.`],
    link: 'Choose a new password',
    after: [
      englishValidity(days),
      'If you did not ask for this, you can ignore this mail: your password stays as it is until a new one is chosen.',
    ],
  }),
  passwordChanged: (title, email) => ({
    subject: `Your ${title} password was changed`,
    heading: 'Your password was changed',
    before: [
      `The password of your account ${email} at ${title} has just been changed, and you have been signed out everywhere.`,
      'If this was not you, reset your password now and tell your administrator.',
    ],
    link: 'Reset password',
    after: ['If it was you, there is nothing to do.'],
  }),
  emailChanged: (title, email) => ({
    subject: `Your ${title} e-mail was changed`,
    heading: 'Your e-mail was changed',
    before: [
      `The e-mail address of your account at ${title} has just been changed: ${email} cannot be used to sign in any more, and links that were mailed to it open nothing.`,
      'If you did not expect this, tell your administrator now.',
    ],
    link: `Go to ${title}`,
    after: ['If you did, there is nothing to do: sign in with the new address from now on.'],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `A ${title} token ends soon`,
    heading: 'A token ends soon',
    before: [
      `The token ${name} (${prefix}…) of the service account ${bearer} at ${title}, which you made, ends on ${dateIn('en', ends)}. Programs that use it cannot reach ${title} any more then.`,
      'Make a new token in time, and give it to them.',
    ],
    link: 'Open the service account',
    after: ['If it is not needed any more, there is nothing to do.'],
  }),
  factorAdded: (title, email, factor) => ({
    subject: `A second factor was added to your ${title} account`,
    heading: 'A second factor was added',
    before: [
      `${englishFactor(factor)} was added to your account ${email} at ${title}.`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, there is nothing to do.'],
  }),
  factorRemoved: (title, email, factor) => ({
    subject: `A second factor was removed from your ${title} account`,
    heading: 'A second factor was removed',
    before: [
      `${englishFactor(factor)} was removed from your account ${email} at ${title}, and cannot be used to sign in any more.`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, there is nothing to do.'],
  }),
  recoveryCodeUsed: (title, email, left) => ({
    subject: `A recovery code of your ${title} account was used`,
    heading: 'A recovery code was used',
    before: [
      `One of the recovery codes of your account ${email} at ${title} was used. ${left === 1 ? 'One code is' : `${left} codes are`} left.`,
      'If this was not you, change your password now and tell your administrator.',
    ],
    link: `Go to ${title}`,
    after: ['If it was you, make new recovery codes when few are left.'],
  }),
  factorsReset: (title, email) => ({
    subject: `The second factors of your ${title} account were removed`,
    heading: 'Your second factors were removed',
    before: [
      `An administrator has removed all passkeys, authenticator apps and recovery codes of your account ${email} at ${title}, and you have been signed out everywhere.`,
      'If you did not ask for this, tell your administrator now.',
    ],
    link: `Go to ${title}`,
    after: ['Sign in with your password, and add a second factor again.'],
  }),
};

function englishFactor({ kind, name }: NamedFactor): string {
  const kinds = { passkey: 'The passkey', authenticator: 'The authenticator app', 'recovery-codes': 'The set' };
  return `${kinds[kind]} “${name}”`;
}

function englishValidity(days: number): string {
  return `The link works once, within ${days === 1 ? 'one day' : `${days} days`}.`;
}

const german: Sentences = {
  greeting: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  copy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  activation: (title, days) => ({
    subject: `Aktivieren Sie Ihren Zugang bei ${title}`,
    heading: 'Aktivieren Sie Ihren Zugang',
    before: [
      `Bei ${title} wurde ein Zugang für Sie eingerichtet. Wählen Sie ein Passwort, um ihn zu aktivieren und sich anzumelden.`,
    ],
    link: 'Zugang aktivieren',
    after: [`${germanValidity(days)} Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`],
  }),
  reset: (title, days) => ({
    subject: `Setzen Sie Ihr Passwort bei ${title} zurück`,
    heading: 'Setzen Sie Ihr Passwort zurück',
    before: [
      `Für Ihren Zugang bei ${title} wurde ein neues Passwort angefordert. Öffnen Sie diesen Link, um es zu wählen.`,
    ],
    link: 'Neues Passwort wählen',
    after: [
      germanValidity(days),
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt, wie es ist, bis ein neues gewählt wird.',
    ],
  }),
  passwordChanged: (title, email) => ({
    subject: `Ihr Passwort bei ${title} wurde geändert`,
    heading: 'Ihr Passwort wurde geändert',
    before: [
      `Das Passwort Ihres Zugangs ${email} bei ${title} wurde soeben geändert, und Sie wurden überall abgemeldet.`,
      'Wenn Sie das nicht waren, setzen Sie Ihr Passwort jetzt zurück und informieren Sie Ihren Administrator.',
    ],
    link: 'Passwort zurücksetzen',
    after: ['Wenn Sie es waren, ist nichts zu tun.'],
  }),
  emailChanged: (title, email) => ({
    subject: `Ihre E-Mail-Adresse bei ${title} wurde geändert`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    before: [
      `Die E-Mail-Adresse Ihres Zugangs bei ${title} wurde soeben geändert: Mit ${email} können Sie sich nicht mehr anmelden, und Links, die dorthin gesendet wurden, funktionieren nicht mehr.`,
      'Wenn Sie das nicht erwartet haben, informieren Sie jetzt Ihren Administrator.',
    ],
    link: `Zu ${title}`,
    after: ['Andernfalls ist nichts zu tun: Melden Sie sich von nun an mit der neuen Adresse an.'],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `Ein Token bei ${title} läuft bald ab`,
    heading: 'Ein Token läuft bald ab',
    before: [
      `Das Token ${name} (${prefix}…) des Dienstkontos ${bearer} bei ${title}, das Sie erstellt haben, läuft am ${dateIn('de', ends)} ab. Programme, die es verwenden, erreichen ${title} dann nicht mehr.`,
      'Erstellen Sie rechtzeitig ein neues Token und hinterlegen Sie es dort.',
    ],
    link: 'Dienstkonto öffnen',
    after: ['Wenn es nicht mehr gebraucht wird, ist nichts zu tun.'],
  }),
  factorAdded: (title, email, factor) => ({
    subject: `Ihrem Zugang bei ${title} wurde ein zweiter Faktor hinzugefügt`,
    heading: 'Ein zweiter Faktor wurde hinzugefügt',
    before: [
      `Ihrem Zugang ${email} bei ${title} wurde hinzugefügt: ${germanFactor(factor)}.`,
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und informieren Sie Ihren Administrator.',
    ],
    link: `Zu ${title}`,
    after: ['Wenn Sie es waren, ist nichts zu tun.'],
  }),
  factorRemoved: (title, email, factor) => ({
    subject: `Von Ihrem Zugang bei ${title} wurde ein zweiter Faktor entfernt`,
    heading: 'Ein zweiter Faktor wurde entfernt',
    before: [
      `Von Ihrem Zugang ${email} bei ${title} wurde entfernt: ${germanFactor(factor)}. Damit können Sie sich nicht mehr anmelden.`,
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und informieren Sie Ihren Administrator.',
    ],
    link: `Zu ${title}`,
    after: ['Wenn Sie es waren, ist nichts zu tun.'],
  }),
  recoveryCodeUsed: (title, email, left) => ({
    subject: `Ein Wiederherstellungscode Ihres Zugangs bei ${title} wurde verwendet`,
    heading: 'Ein Wiederherstellungscode wurde verwendet',
    before: [
      `Einer der Wiederherstellungscodes Ihres Zugangs ${email} bei ${title} wurde verwendet. ${left === 1 ? 'Ein Code ist' : `${left} Codes sind`} übrig.`,
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und informieren Sie Ihren Administrator.',
    ],
    link: `Zu ${title}`,
    after: ['Wenn Sie es waren, erzeugen Sie neue Wiederherstellungscodes, sobald nur noch wenige übrig sind.'],
  }),
  factorsReset: (title, email) => ({
    subject: `Die zweiten Faktoren Ihres Zugangs bei ${title} wurden entfernt`,
    heading: 'Ihre zweiten Faktoren wurden entfernt',
    before: [
      `Ein Administrator hat alle Passkeys, Authenticator-Apps und Wiederherstellungscodes Ihres Zugangs ${email} bei ${title} entfernt, und Sie wurden überall abgemeldet.`,
      'Wenn Sie nicht darum gebeten haben, informieren Sie jetzt Ihren Administrator.',
    ],
    link: `Zu ${title}`,
    after: ['Melden Sie sich mit Ihrem Passwort an und fügen Sie wieder einen zweiten Faktor hinzu.'],
  }),
};

function germanFactor({ kind, name }: NamedFactor): string {
  const kinds = { passkey: 'der Passkey', authenticator: 'die Authenticator-App', 'recovery-codes': 'der Satz' };
  return `${kinds[kind]} „${name}“`;
}

function germanValidity(days: number): string {
  return `Der Link funktioniert einmal, innerhalb von ${days === 1 ? 'einem Tag' : `${days} Tagen`}.`;
}

const french: Sentences = {
  greeting: (name) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
  copy: 'Ou copiez cette adresse dans votre navigateur :',
  activation: (title, days) => ({
    subject: `Activez votre accès à ${title}`,
    heading: 'Activez votre accès',
    before: [`Un accès à ${title} a été créé pour vous. Choisissez un mot de passe pour l’activer et vous connecter.`],
    link: 'Activer l’accès',
    after: [`${frenchValidity(days)} Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.`],
  }),
  reset: (title, days) => ({
    subject: `Réinitialisez votre mot de passe ${title}`,
    heading: 'Réinitialisez votre mot de passe',
    before: [
      `La réinitialisation de votre mot de passe ${title} a été demandée. Pour en choisir un nouveau, ouvrez ce lien.`,
    ],
    link: 'Choisir un nouveau mot de passe',
    after: [
      frenchValidity(days),
      'Si vous ne l’avez pas demandée, vous pouvez ignorer cet e-mail : votre mot de passe reste le même tant qu’un nouveau n’est pas choisi.',
    ],
  }),
  passwordChanged: (title, email) => ({
    subject: `Votre mot de passe ${title} a été modifié`,
    heading: 'Votre mot de passe a été modifié',
    before: [
      `Le mot de passe de votre accès ${email} à ${title} vient d’être modifié, et vous avez été déconnecté partout.`,
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant et prévenez votre administrateur.',
    ],
    link: 'Réinitialiser le mot de passe',
    after: ['Si c’était vous, il n’y a rien à faire.'],
  }),
  emailChanged: (title, email) => ({
    subject: `Votre adresse e-mail ${title} a été modifiée`,
    heading: 'Votre adresse e-mail a été modifiée',
    before: [
      `L’adresse e-mail de votre accès à ${title} vient d’être modifiée : ${email} ne permet plus de se connecter, et les liens qui y ont été envoyés ne fonctionnent plus.`,
      'Si vous ne vous y attendiez pas, prévenez votre administrateur maintenant.',
    ],
    link: `Aller à ${title}`,
    after: ['Sinon, il n’y a rien à faire : connectez-vous désormais avec la nouvelle adresse.'],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `Un jeton ${title} expire bientôt`,
    heading: 'Un jeton expire bientôt',
    before: [
      `Le jeton ${name} (${prefix}…) du compte de service ${bearer} à ${title}, que vous avez créé, expire le ${dateIn('fr', ends)}. Les programmes qui l’utilisent ne pourront plus accéder à ${title}.`,
      'Créez un nouveau jeton à temps et transmettez-le-leur.',
    ],
    link: 'Ouvrir le compte de service',
    after: ['S’il n’est plus nécessaire, il n’y a rien à faire.'],
  }),
  factorAdded: (title, email, factor) => ({
    subject: `Un second facteur a été ajouté à votre accès ${title}`,
    heading: 'Un second facteur a été ajouté',
    before: [
      `Ajout à votre accès ${email} à ${title} : ${frenchFactor(factor)}.`,
      'Si ce n’était pas vous, changez votre mot de passe maintenant et prévenez votre administrateur.',
    ],
    link: `Aller à ${title}`,
    after: ['Si c’était vous, il n’y a rien à faire.'],
  }),
  factorRemoved: (title, email, factor) => ({
    subject: `Un second facteur a été retiré de votre accès ${title}`,
    heading: 'Un second facteur a été retiré',
    before: [
      `Retrait de votre accès ${email} à ${title} : ${frenchFactor(factor)}. Vous ne pouvez plus vous en servir pour vous connecter.`,
      'Si ce n’était pas vous, changez votre mot de passe maintenant et prévenez votre administrateur.',
    ],
    link: `Aller à ${title}`,
    after: ['Si c’était vous, il n’y a rien à faire.'],
  }),
  recoveryCodeUsed: (title, email, left) => ({
    subject: `Un code de récupération de votre accès ${title} a été utilisé`,
    heading: 'Un code de récupération a été utilisé',
    before: [
      `Un code de récupération de votre accès ${email} à ${title} a été utilisé. Il en reste ${left}.`,
      'Si ce n’était pas vous, changez votre mot de passe maintenant et prévenez votre administrateur.',
    ],
    link: `Aller à ${title}`,
    after: ['Si c’était vous, créez de nouveaux codes de récupération lorsqu’il en reste peu.'],
  }),
  factorsReset: (title, email) => ({
    subject: `Les seconds facteurs de votre accès ${title} ont été retirés`,
    heading: 'Vos seconds facteurs ont été retirés',
    before: [
      `Un administrateur a retiré toutes les clés d’accès, applications d’authentification et codes de récupération de votre accès ${email} à ${title}, et vous avez été déconnecté partout.`,
      'Si vous ne l’avez pas demandé, prévenez votre administrateur maintenant.',
    ],
    link: `Aller à ${title}`,
    after: ['Connectez-vous avec votre mot de passe et ajoutez de nouveau un second facteur.'],
  }),
};

function frenchFactor({ kind, name }: NamedFactor): string {
  const kinds = { passkey: 'la clé d’accès', authenticator: 'l’application', 'recovery-codes': 'la série' };
  return `${kinds[kind]} « ${name} »`;
}

function frenchValidity(days: number): string {
  return `Le lien fonctionne une seule fois, pendant ${days === 1 ? 'un jour' : `${days} jours`}.`;
}

export const sentences: Readonly<Record<Language, Sentences>> = { en: english, de: german, fr: french };
