import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/factors.ts';

export const factorsText = {
  title: 'Sécurité',
  kinds: {
    passkey: 'Clé d’accès',
    authenticator: 'Application d’authentification',
    'recovery-codes': 'Codes de récupération',
  },
  panels: {
    passkey: {
      heading: 'Clés d’accès',
      about:
        'Une clé d’accès vous connecte par l’empreinte digitale, le visage ou le verrouillage d’écran d’un appareil, ou par une clé de sécurité : sans mot de passe, et personne ne peut l’intercepter.',
      none: 'Vous n’avez pas encore de clé d’accès.',
    },
    authenticator: {
      heading: 'Application d’authentification',
      about:
        'Une application sur votre téléphone affiche toutes les 30 secondes un nouveau code à six chiffres. Vous le saisissez après votre mot de passe.',
      none: 'Vous n’avez pas encore d’application d’authentification.',
    },
    'recovery-codes': {
      heading: 'Codes de récupération',
      about:
        'Si vous perdez votre appareil, un code de récupération vous permet d’entrer. Chacun est valable une fois.',
      none: 'Ils sont créés avec votre première clé d’accès ou application d’authentification.',
    },
  },
  addPasskey: 'Ajouter une clé d’accès',
  passkeyAdded: 'Clé d’accès ajoutée',
  addAuthenticator: 'Configurer une application',
  authenticatorAdded: 'Application d’authentification ajoutée',
  scan: 'Scannez ce code avec votre application d’authentification. Saisissez ensuite le code que l’application affiche.',
  qrCode: 'Code QR pour l’application d’authentification',
  typeSecret: 'Si vous ne pouvez pas le scanner, saisissez ceci dans l’application :',
  secret: 'clé',
  confirm: 'Confirmer',
  confirming: 'Confirmation…',
  left: '{left, plural, =0 {Il n’en reste aucun. Créez-en de nouveaux.} one {Il en reste #.} other {Il en reste #.}}',
  renew: 'Créer de nouveaux codes',
  renewTitle: 'Créer de nouveaux codes de récupération',
  renewBody:
    'Voulez-vous vraiment créer dix nouveaux codes de récupération ? Ceux que vous avez ne seront plus valables.',
  codesTitle: 'Vos codes de récupération',
  codesOnce: 'Conservez ces codes là où vous les trouverez sans cet appareil. Ils ne sont affichés que cette fois-ci.',
  codesFile: 'codes-de-recuperation.txt',
  copyCodes: 'Copier',
  downloadCodes: 'Télécharger',
  printCodes: 'Imprimer',
  codesKept: 'Je les ai conservés',
  added: 'ajout',
  used: 'dernière utilisation',
  neverUsed: 'aucune utilisation',
  rename: 'Renommer',
  renameNamed: 'Renommer {name}',
  renamed: 'Nom modifié',
  remove: 'Retirer',
  removeNamed: 'Retirer {name}',
  removeTitle: 'Retirer {kind, select, passkey {la clé d’accès} other {l’application d’authentification}}',
  removeBody: 'Voulez-vous vraiment retirer « {name} » ? Elle ne vous permettra plus de vous connecter.',
  removeLast:
    'C’est votre dernier second facteur : vos codes de récupération seront retirés avec lui, et seul votre mot de passe vous protégera.',
  removed: '{kind, select, passkey {Clé d’accès retirée} other {Application d’authentification retirée}}',
  othersTitle: 'Seconds facteurs',
  othersAbout: 'Ce avec quoi cet utilisateur se connecte en plus du mot de passe.',
  othersNone: 'Cet utilisateur se connecte avec le mot de passe seul.',
  reset: 'Réinitialiser les facteurs',
  resetBody:
    'Voulez-vous vraiment retirer toutes les clés d’accès, applications d’authentification et codes de récupération de {name} ? Cette personne sera déconnectée partout, recevra un e-mail et se connectera ensuite avec son mot de passe seul.',
  resetDone: 'Facteurs réinitialisés',
  code: 'Code',
  recoveryCode: 'Code de récupération',
  emptyCode: 'Saisissez un code.',
  answers: {
    password: 'Saisissez votre mot de passe.',
    passkey:
      'Confirmez par votre empreinte digitale, votre visage, votre verrouillage d’écran ou votre clé de sécurité.',
    authenticator: 'Saisissez les six chiffres qu’affiche votre application d’authentification.',
    'recovery-codes': 'Saisissez un de vos codes de récupération. Il est valable une fois.',
  },
  instead: {
    password: 'Utiliser plutôt le mot de passe',
    passkey: 'Utiliser plutôt une clé d’accès',
    authenticator: 'Utiliser plutôt l’application d’authentification',
    'recovery-codes': 'Utiliser plutôt un code de récupération',
  },
  byPasskey: 'Utiliser une clé d’accès',
  waitingForPasskey: 'En attente de votre clé d’accès…',
  passkeyNotUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.',
  passkeyNotMade: 'Aucune clé d’accès n’a été créée. Réessayez quand vous serez prêt.',
  passkeyHere: 'Cet appareil a déjà une clé d’accès à vous.',
  passkeyAddress: 'Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez la console à son adresse habituelle.',
  noPasskeySupport: 'Ce navigateur ne peut pas utiliser de clés d’accès.',
} satisfies Translation<typeof english.factorsText>;

export const challengeText = {
  title: 'Confirmez que c’est bien vous',
  enrolTitle: 'Protégez votre accès',
  enrolAbout:
    'Votre compte demande un second facteur en plus du mot de passe. Choisissez ce que vous voulez utiliser désormais.',
  otherWay: 'Choisir un autre moyen',
  goOn: 'Continuer',
} satisfies Translation<typeof english.challengeText>;

export const proofText = {
  title: 'Confirmez que c’est toujours vous',
  about:
    'Ce que vous allez modifier protège votre accès. Cette confirmation vous est demandée au plus une fois toutes les dix minutes.',
  confirm: 'Confirmer',
  confirming: 'Confirmation…',
} satisfies Translation<typeof english.proofText>;
