import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/problems.ts';

export const problemText = {
  'account-inactive': 'Ce compte est inactif.',
  'account-name-taken': 'Ce nom de compte existe déjà.',
  'addon-assigned': 'Cette extension est déjà affectée à cette licence.',
  'addon-elsewhere': 'Cette extension est affectée à une autre licence. Retirez-la d’abord de celle-ci.',
  'already-activated': 'Cet utilisateur est déjà activé et peut réinitialiser lui-même son mot de passe.',
  'already-asked': 'La demande a déjà été faite il y a peu. Recommencez plus tard.',
  'application-built-in': 'Cette application est intégrée. Elle ne peut pas être supprimée.',
  'broken-off': 'La requête a été interrompue avant son arrivée.',
  busy: 'Le serveur est surchargé en ce moment. Réessayez dans un instant.',
  'challenge-ended': 'Cette connexion a expiré. Connectez-vous de nouveau.',
  'connection-closed': 'La connexion a été fermée.',
  'connection-missing':
    'Configurez d’abord l’authentification unique : sans elle ni mot de passe, personne ne pourrait se connecter.',
  copied: 'Une copie de cet appareil utilise cette licence. Redémarrez l’application pour l’utiliser plutôt ici.',
  'database-away': 'La base de données est injoignable en ce moment. Réessayez dans un instant.',
  'deactivating-yourself': 'Vous ne pouvez pas vous désactiver vous-même. Demandez-le à un autre administrateur.',
  'deleting-yourself': 'Vous ne pouvez pas vous supprimer vous-même. Demandez-le à un autre administrateur.',
  'device-decided': 'Ce code a déjà reçu une réponse. Recommencez sur l’appareil.',
  'discovery-failed': 'Aucun fournisseur OpenID Connect ne répond à cette adresse. Vérifiez l’émetteur.',
  'domain-not-looked-up': 'Le DNS n’a pas répondu pour ce domaine. Réessayez dans quelques minutes.',
  'domain-not-proven':
    'Cet enregistrement TXT n’existe pas encore. Un nouvel enregistrement peut mettre quelques heures à être visible.',
  'domain-taken': 'Ce domaine appartient à un autre compte.',
  'email-confirmed': 'Cette adresse e-mail est déjà confirmée.',
  'email-domain-taken': 'Cette adresse e-mail appartient à une autre organisation.',
  'email-taken': 'Cette adresse e-mail existe déjà.',
  'endpoint-missing': 'Le fournisseur n’indique pas toutes ses adresses.',
  'endpoint-not-public': 'Le fournisseur indique une adresse qui n’est pas une adresse https publique sur Internet.',
  'epoch-stale': 'Cette licence a été reprise par une autre exécution de l’application.',
  'exceeds-rights': 'Vous ne pouvez pas donner plus de droits que vous n’en avez.',
  'factor-required': 'Ce compte exige un second facteur, et c’est le dernier. Ajoutez-en un autre avant de le retirer.',
  forbidden: 'Vous n’êtes pas autorisé à effectuer cette action.',
  'has-applications': 'Des applications appartiennent à ce produit. Supprimez-les d’abord.',
  'headers-too-large': 'L’adresse et les en-têtes de cette requête sont trop volumineux.',
  'id-taken': 'Cet identifiant est déjà pris. Choisissez-en un autre.',
  'idempotency-key-in-progress': 'La même requête est encore en cours. Réessayez dans un instant.',
  'idempotency-key-used': 'Cette requête a déjà été envoyée avec un autre contenu. Recommencez.',
  'in-use': 'Cette licence est utilisée. Libérez-la d’abord.',
  invalid: 'Une indication manque ou n’est pas valable.',
  'invalid-json': 'Les données de la requête ne sont pas du JSON valable.',
  'invalid-length': 'Les données de la requête n’ont pas la longueur annoncée.',
  'invalid-request': 'Cette requête n’est pas du HTTP valable pour ce serveur.',
  'invalid-url': 'Cette adresse n’est pas une URL valable.',
  'is-owner': 'Le propriétaire d’un compte ne peut pas être déplacé. Désignez d’abord un autre propriétaire.',
  'issuer-differs': 'Le fournisseur porte une autre adresse. Saisissez exactement celle-ci comme émetteur.',
  'issuer-not-public': 'L’émetteur doit être une adresse https publique sur Internet.',
  'keys-not-read': 'Les clés du fournisseur ne peuvent pas être lues.',
  'last-administrator':
    'C’est la dernière personne du compte qui peut modifier les utilisateurs. Donnez d’abord ce droit à quelqu’un d’autre.',
  'last-root-administrator': 'C’est le dernier administrateur root. Donnez d’abord ce rôle à quelqu’un d’autre.',
  'lease-lapsed': 'Le temps de cette utilisation est écoulé. Reprenez la licence pour continuer.',
  'lease-offline': 'Cette licence est utilisée hors ligne. Rendez-la avant de l’utiliser en ligne.',
  'lease-released': 'Cette licence a été libérée.',
  'license-expired': 'La licence a expiré. Demandez à votre administrateur de la renouveler.',
  'license-suspended': 'La licence est suspendue. Demandez à votre administrateur que faire.',
  'managed-by-directory': 'Un annuaire gère ceci. Faites cette modification là-bas.',
  'maintenance-ended':
    'La maintenance de la licence a pris fin avant la sortie de cette version. Utilisez une version plus ancienne ou renouvelez-la.',
  'no-seat':
    'Toutes les licences de ce produit sont utilisées. Réessayez plus tard ou demandez-en une autre à votre administrateur.',
  'in-pool': 'Cette licence appartient à un pool, qui décide de qui peut l’utiliser.',
  'not-enough': 'Il n’y a pas assez de licences. Choisissez-en moins ou faites-en émettre d’autres.',
  'pool-limit': 'Une règle du pool ne permet aucune place de plus.',
  'pool-name-taken': 'Ce nom de pool existe déjà.',
  'pool-reserved': 'Les places libres de ce pool sont réservées à d’autres. Réessayez plus tard.',
  'none-left':
    'Il ne reste aucune licence non affectée de cette extension. Émettez-en d’autres ou retirez-en une ailleurs.',
  'not-eligible': 'Aucune licence de ce produit ne vous est ouverte. Demandez-en une à votre administrateur.',
  'not-found': 'Introuvable',
  'not-in-use': 'Cette licence n’est pas utilisée en ce moment.',
  'not-invited': 'Vous n’avez pas encore été invité. Demandez-le à votre administrateur.',
  'not-offline': 'Cette licence n’est pas utilisée hors ligne. Rendez-la de la manière habituelle.',
  'not-released': 'Cette licence n’a pas été libérée. Rendez-la de la manière habituelle.',
  offline: 'Cette licence est utilisée hors ligne et ne peut être jointe avant son retour.',
  'other-address': 'Ce jeton n’est pas valable à cette adresse.',
  'other-count': 'Le nombre d’éléments n’est plus le même. Regardez la liste et refaites votre choix.',
  'other-holder':
    'Quelqu’un d’autre utilise maintenant cette licence. Libérez-la encore une fois si vous voulez déconnecter cette personne.',
  'outcome-unknown':
    'La connexion a été perdue pendant l’enregistrement. Vérifiez s’il a eu lieu avant de recommencer.',
  overloaded: 'Le serveur est surchargé en ce moment. Réessayez dans un instant.',
  'passwords-off':
    'Autorisez d’abord la connexion par mot de passe : sans l’une ni l’autre, presque personne ne pourrait se connecter.',
  'proof-needed': 'Confirmez d’abord votre identité.',
  'provider-account': 'Ceci est le compte du fournisseur. Il ne peut être ni désactivé ni supprimé.',
  'provider-unavailable':
    'Le fournisseur de votre authentification unique est injoignable pour le moment. Réessayez dans un instant.',
  'release-pending':
    'Cette licence vient d’être libérée et son dernier utilisateur est en cours de déconnexion. Réessayez dans un instant.',
  retired: 'Cet élément est retiré. Choisissez-en un autre ou réactivez-le.',
  'secret-key-missing':
    'Ce serveur n’a pas de clé pour garder des secrets. Demandez à son exploitant de définir KEYHOLD_SECRET_KEYS.',
  'service-account': 'Seules des personnes peuvent faire cela, pas un compte de service.',
  'sign-in-failed':
    'L’authentification unique a échoué. Réessayez ; si cela se reproduit, votre administrateur en trouvera la raison dans le journal.',
  'signature-not-accepted': 'Le fournisseur ne signe les jetons d’identité d’aucune manière acceptée ici.',
  'single-sign-on-only': 'Ici, vous vous connectez par authentification unique, pas avec un mot de passe.',
  stale: 'Quelqu’un a modifié ces données entre-temps. Rechargez-les et refaites votre modification.',
  stopping: 'Ce serveur est en cours d’arrêt. Reconnectez-vous.',
  'tag-in-use': 'Des licences nomment cette étiquette. Changez-y d’abord qui peut les utiliser.',
  'tag-name-taken': 'Cette étiquette existe déjà.',
  taken: 'Ceci est déjà utilisé. Choisissez autre chose.',
  timeout: 'La requête n’est pas arrivée à temps. Renvoyez-la.',
  'token-expired': 'La session a expiré',
  'too-large': 'Les données dépassent 1 Mio. Envoyez-en moins à la fois.',
  'too-many-attempts': 'Trop de tentatives ont échoué. Réessayez plus tard.',
  'too-many-service-accounts': 'Un compte a trop de comptes de service. Supprimez-en un d’abord.',
  'too-many-tokens': 'Un compte de service a trop de jetons. Révoquez-en un d’abord.',
  'too-many-factors': 'Vous avez trop de clés d’accès et d’applications d’authentification. Retirez-en d’abord une.',
  'too-many-messages': '100 messages attendent déjà cet appareil. Envoyez-en d’autres quand il les aura affichés.',
  'too-many-webhooks': 'Ce compte a trop de webhooks. Supprimez-en d’abord un.',
  unauthenticated: 'Veuillez vous connecter.',
  unexpected: 'Une erreur inattendue s’est produite',
  'unknown-field': 'Le serveur ne connaît pas un champ de cette requête.',
  'unsupported-media-type': 'Envoyez les données en JSON.',
  'user-inactive': 'Cet utilisateur est inactif.',
  'version-not-covered':
    'La licence ne couvre pas cette version. Utilisez une version plus ancienne ou demandez une licence plus récente à votre administrateur.',
  'was-issued': 'Des licences en ont été émises. Retirez-le plutôt.',
  'webhook-disabled': 'Ce webhook est en pause. Réactivez-le d’abord.',
  'wrong-code': 'Ce code est incorrect.',
  'wrong-credentials': 'Adresse e-mail ou mot de passe incorrect',
  'wrong-passkey': 'Cette clé d’accès n’a pas été acceptée.',
} satisfies Translation<typeof english.problemText>;

export const fieldProblemText = {
  'There is no such user. Choose another one.': 'Cet utilisateur n’existe pas. Choisissez-en un autre.',
  'Empty name': 'Le nom est obligatoire',
  'Empty first name': 'Le prénom est obligatoire',
  'Empty last name': 'Le nom de famille est obligatoire',
  'Invalid email': 'Adresse e-mail non valide',
  'Password must have 8 or more characters': 'Le mot de passe doit comporter au moins 8 caractères',
  'Password must have at most 1024 bytes': 'Le mot de passe doit comporter au plus 1 024 octets',
  'Password must not contain control characters': 'Le mot de passe ne doit pas contenir de caractères de contrôle',
  'An id is made of lower-case letters, digits and hyphens.':
    'Un identifiant se compose de minuscules, de chiffres et de traits d’union.',
  'The old password is not correct.': 'L’ancien mot de passe est incorrect.',
  'This link is not valid or has expired.': 'Ce lien n’est pas valide ou a expiré.',
  'This activation key is not valid or has expired.': 'Cette clé d’activation n’est pas valide ou a expiré.',
  'Your email cannot be your password. Choose another password.':
    'Votre adresse e-mail ne peut pas être votre mot de passe. Choisissez-en un autre.',
  'This password is one of the most common ones. Choose another password.':
    'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  'No device shows this code, or not any more. Type what yours shows.':
    'Aucun appareil n’affiche ce code, ou ne l’affiche plus. Saisissez celui que le vôtre affiche.',
  'The maintenance cannot end before it starts.': 'La maintenance ne peut pas finir avant de commencer.',
  'This finds more than 10000. Narrow it down, and change them in several steps.':
    'Cela trouve plus de 10 000 éléments. Affinez la recherche et procédez en plusieurs étapes.',
  'url must be an http or https address without user name and password.':
    'Saisissez une adresse http ou https sans nom d’utilisateur ni mot de passe.',
  'It has at most # characters.': '# caractères au plus sont permis.',
  'It must not contain control characters.': 'Les caractères de contrôle ne sont pas permis ici.',
  'Choose at least one event.': 'Choisissez au moins un événement.',
  'This password is not correct.': 'Ce mot de passe est incorrect.',
  'Nobody uses this license any more.': 'Plus personne n’utilise cette licence.',
  'This passkey is in use already.': 'Cette clé d’accès est déjà utilisée.',
  'This date has passed. Choose one in the future.': 'Cette date est passée. Choisissez-en une à venir.',
  'The issuer must be an https address on the open internet.':
    'L’émetteur doit être une adresse https publique sur Internet.',
  'client-secret is missing: enter the one that this provider gave.':
    'Saisissez le secret client donné par ce fournisseur.',
  'it has a character that cannot be read. Save the file as CSV in UTF-8.':
    'Un caractère est illisible. Enregistrez le fichier en CSV UTF-8.',
  'a quotation mark is not closed.': 'Un guillemet n’est pas fermé.',
  'it has more cells than the heading.': 'Elle a plus de cellules que l’en-tête.',
  'the file is too large once it is unpacked.': 'Le fichier est trop volumineux une fois décompressé.',
  'the file is damaged. Save it again.': 'Le fichier est endommagé. Enregistrez-le à nouveau.',
  'the file is empty.': 'Le fichier est vide.',
} satisfies Translation<typeof english.fieldProblemText>;

export const problemDetailText = {
  'It is used in #.': 'Elle est utilisée dans #.',
  'The email is #.': 'L’adresse e-mail est #.',
} satisfies Translation<typeof english.problemDetailText>;

export const warningText = {
  'Activation links have ended, because the users have more rights now than those who issued the links. Send a new activation link.':
    'Des liens d’activation ne sont plus valables, car les utilisateurs ont maintenant plus de droits que ceux qui les ont émis. Envoyez un nouveau lien d’activation.',
  'More seats are in use than the rules allow now. Nobody loses a seat: rules bind new use only.':
    'Plus de places sont utilisées que les règles ne le permettent maintenant. Personne ne perd sa place : les règles ne valent que pour les nouvelles utilisations.',
  'The activation link was sent anew, to the new email. The earlier links have ended.':
    'Le lien d’activation a été renvoyé, à la nouvelle adresse e-mail. Les liens précédents ne sont plus valables.',
} satisfies Translation<typeof english.warningText>;
