import { givenFactorName } from '@keyhold/contract';
import { countOf, dateIn, linesOf, type NamedFactor, type Sentences, words } from './wording.ts';

/** The texts of mails in German. */
export const german: Sentences = {
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
  confirmation: (title, email, days) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${title}`,
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    before: [
      `${email} ist jetzt die E-Mail-Adresse eines Zugangs bei ${title}. Bestätigen Sie, dass sie Ihnen gehört.`,
    ],
    link: 'E-Mail-Adresse bestätigen',
    after: [
      germanValidity(days),
      'Wenn Sie diesen Zugang nicht kennen, ignorieren Sie diese E-Mail: Die Adresse wurde falsch eingegeben, und Sie erhalten keinen Zugriff.',
    ],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `Ein Token bei ${title} läuft bald ab`,
    heading: 'Ein Token läuft bald ab',
    before: [
      `${words('Das Token', name)} (${prefix}…) ${words('des Dienstkontos', bearer)} bei ${title}, das Sie erstellt haben, läuft am ${dateIn('de', ends)} ab. Programme, die es verwenden, erreichen ${title} dann nicht mehr.`,
      'Erstellen Sie rechtzeitig ein neues Token und hinterlegen Sie es dort.',
    ],
    link: 'Dienstkonto öffnen',
    after: ['Wenn es nicht mehr gebraucht wird, ist nichts zu tun.'],
  }),
  licensesEnd: (title, ending) => ({
    subject: `${germanLicenses(countOf(ending), title)} am ${dateIn('de', ending.on)}`,
    heading: `${germanLicenses(countOf(ending))} am ${dateIn('de', ending.on)}`,
    before: [
      ...linesOf(ending, ({ product, count, keys, goesOn }) => {
        const going = goesOn === null ? '' : ` Nutzbar bis ${dateIn('de', goesOn)}.`;
        return `${product}: ${count} (${keys}).${going}`;
      }),
      'Wer sie dann nutzt, wird abgemeldet. Wenden Sie sich rechtzeitig an Ihren Anbieter, wenn Sie sie länger brauchen.',
    ],
    link: 'Lizenzen öffnen',
    after: ['Wann Sie gewarnt werden, ist in der Sicherheit Ihres Kontos eingestellt.'],
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
      `Einer der Wiederherstellungscodes Ihres Zugangs ${email} bei ${title} wurde verwendet. ${germanCodesLeft(left)}`,
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

function germanFactor(factor: NamedFactor): string {
  const kinds = {
    passkey: 'der Passkey',
    authenticator: 'die Authenticator-App',
    'recovery-codes': 'der Satz Wiederherstellungscodes',
  };
  const name = givenFactorName(factor);
  return name === null || name === '' ? kinds[factor.kind] : `${kinds[factor.kind]} „${name}“`;
}

function germanCodesLeft(left: number): string {
  if (left === 0) return 'Es ist kein Code übrig.';
  return left === 1 ? 'Ein Code ist übrig.' : `${left} Codes sind übrig.`;
}

function germanValidity(days: number): string {
  return `Der Link funktioniert einmal, innerhalb von ${days === 1 ? 'einem Tag' : `${days} Tagen`}.`;
}

function germanLicenses(count: number, title?: string): string {
  const where = title === undefined ? '' : ` bei ${title}`;
  return count === 1 ? `Eine Lizenz${where} endet` : `${count} Lizenzen${where} enden`;
}
