import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/errors.ts';

export const errorText = {
  title: 'Une erreur s’est produite.',
  noAuthorization: 'Vous n’êtes pas autorisé à effectuer cette action.',
  authenticationRequired: 'Veuillez vous connecter.',
  unmapped: 'Le produit ou l’extension de la licence est inconnu',
  noAccess: 'Vous n’avez pas accès à cette page.',
  notFoundTitle: 'Introuvable',
  notFound: 'Cette page n’existe pas.',
  oops: 'Aïe !',
  unexpected: 'Une erreur inattendue s’est produite',
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
  noAnswer: 'Le serveur n’a pas répondu à temps. Vérifiez votre connexion, puis réessayez.',
  partNotFetched:
    'Une partie de cette page n’a pas pu être chargée. Vérifiez votre connexion et réessayez, ou rechargez la page.',
  noConfiguration: 'Le serveur n’a pas répondu à {address} par la configuration de la console.',
  notProven: 'Rien n’a été modifié, car vous n’avez pas confirmé que c’est bien vous.',
  missingParameter: 'Il manque {name} dans l’adresse',
  tokenNotString: 'Le jeton n’est pas un texte',
  tokenPartMissing: 'Il manque une partie du jeton',
  tokenNotBase64: 'Le jeton n’est pas du base64 valide',
  tokenNotJson: 'Le jeton n’est pas du JSON valide',
} satisfies Translation<typeof english.errorText>;
