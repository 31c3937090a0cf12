import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/auth.ts';

export const authText = {
  email: 'E-Mail',
  password: 'Passwort',
  confirmPassword: 'Passwort wiederholen',
  logIn: 'Anmelden',
  loggingIn: 'Anmeldung läuft …',
  forgotPassword: 'Passwort vergessen?',
  singleSignOn: 'Weiter mit Single Sign-on',
  singleSignOnUnknown: 'Für {email} gibt es kein Single Sign-on. Melden Sie sich mit Ihrem Passwort an.',
  singleSignOnFinishing: 'Sie werden angemeldet …',
  singleSignOnTitle: 'Single Sign-on',
  sessionExpired: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
  inputKept: 'Ihre Eingaben bleiben erhalten. Melden Sie sich an, um fortzufahren.',
  logInInNewTab: 'In einem anderen Tab anmelden, zum Beispiel über Single Sign-on',
  leaveUnsaved: 'Ohne Speichern verlassen',
  resetPassword: 'Passwort zurücksetzen',
  sending: 'Wird gesendet …',
  resetDoneTitle: 'Anfrage angenommen',
  resetDone: 'Ihr Passwort wird zurückgesetzt. Sie erhalten in Kürze eine E-Mail.',
  backToLogin: 'Zurück zur Anmeldung',
  activate: 'Aktivieren',
  activating: 'Wird aktiviert …',
  activateTitle: 'Zugang aktivieren',
  activateFor: 'Legen Sie das Passwort von {email} in {account} fest.',
  activateOther:
    'Dieser Link ist für {email} in {account}. Sie sind als {own} angemeldet: Wenn Sie hier ein Passwort festlegen, werden Sie abgemeldet.',
  noActivationKey: 'Für diese Seite brauchen Sie einen Aktivierungsschlüssel',
  confirmEmailTitle: 'E-Mail-Adresse bestätigen',
  confirmEmail: 'Bestätigen',
  confirmEmailAbout:
    'Bestätigen Sie, dass diese Adresse Ihnen gehört. Von da an gehen Links zum Zurücksetzen des Passworts dorthin.',
  emailConfirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
  noConfirmationKey: 'Für diese Seite brauchen Sie den Link aus der E-Mail',
  oldPassword: 'Altes Passwort',
  newPassword: 'Neues Passwort',
  updateAndLogOut: 'Speichern und abmelden',
  passwordNote: 'Nach dem Ändern des Passworts müssen Sie sich neu anmelden.',
  profileNote: 'Nach dem Ändern des Profils müssen Sie sich neu anmelden.',
  passwordUpdated: 'Passwort geändert',
} satisfies Translation<typeof english.authText>;

export const fieldText = {
  emptyPassword: 'Das Passwort fehlt',
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
  emptyOldPassword: 'Das alte Passwort fehlt',
  emptyOwner: 'Wählen Sie einen Inhaber',
  accountNameTaken: 'Diesen Kontonamen gibt es schon.',
} satisfies Translation<typeof english.fieldText>;
