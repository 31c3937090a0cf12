import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/single-sign-on.ts';

export const singleSignOnText = {
  title: 'Authentification unique',
  about:
    'Les personnes de ce compte se connectent chez votre propre fournisseur, par exemple Entra ID, Okta, Google Workspace ou Keycloak.',
  labels: {
    issuer: 'Émetteur (issuer)',
    'client-id': 'Identifiant client',
    'client-secret': 'Secret client',
    'create-users': 'Admettre les personnes que personne n’a invitées',
    'default-roles': 'Rôles qu’elles reçoivent',
    'tags-claim': 'Claim qui contient les étiquettes',
    'trust-provider-factor': 'Le second facteur du fournisseur compte ici',
  },
  later: 'Cela vient une fois le fournisseur enregistré.',
  updated: 'Authentification unique enregistrée',
  atProvider: 'À saisir chez votre fournisseur',
  atProviderAbout: 'Enregistrez-y ce produit comme application web OpenID Connect, avec ces adresses.',
  redirectAddress: 'Adresse de redirection',
  logoutAddress: 'Adresse de déconnexion (back-channel)',
  provider: '1. Fournisseur',
  issuerHint: 'L’adresse par laquelle le fournisseur se désigne, par exemple https://login.example.com.',
  badIssuer: 'Saisissez l’adresse du fournisseur, par exemple https://login.example.com.',
  clientIdHint: 'Le fournisseur le donne quand vous y enregistrez ce produit.',
  emptyClientId: 'Saisissez l’identifiant client.',
  clientSecretHint: 'Il est conservé scellé et n’est plus jamais affiché.',
  clientSecretStays: 'Laissé vide, celui qui est enregistré reste valable.',
  emptyClientSecret: 'Saisissez le secret client donné par ce fournisseur.',
  relinks:
    'L’enregistrement dissocie tout le monde du fournisseur : chaque personne est associée à nouveau à sa prochaine authentification unique, par une adresse e-mail vérifiée d’un domaine prouvé.',
  relinksTitle: 'Enregistrer un autre fournisseur',
  relink: 'Enregistrer et dissocier',
  saveAndTest: 'Enregistrer et tester',
  test: 'Tester à nouveau',
  testing: 'Test en cours…',
  found: 'Le fournisseur répond',
  foundKeys: 'Il publie {count, plural, one {# clé} other {# clés}} et signe par {algorithms}.',
  foundLogout: 'Une déconnexion là-bas vaut aussi ici.',
  foundNoLogout: 'Il n’annonce pas les déconnexions : les sessions se terminent ici d’elles-mêmes.',
  domains: '2. Domaines',
  domainsAbout:
    'Les personnes dont l’adresse est d’un domaine vérifié sont dirigées vers votre fournisseur par « Authentification unique (SSO) ».',
  domain: 'Domaine',
  badDomain: 'Saisissez un domaine, par exemple example.com.',
  addDomain: 'Ajouter le domaine',
  proven: 'Vérifié',
  notProven: 'Pas encore vérifié',
  provenOn: 'Vérifié',
  recordAbout:
    'Prouvez que le domaine est à vous par cet enregistrement TXT dans son DNS. Il peut mettre quelques heures à être visible.',
  recordName: 'Nom',
  recordValue: 'Valeur',
  verify: 'Vérifier',
  verifying: 'Vérification…',
  verified: '{name} est vérifié',
  vouch: 'Se porter garant',
  vouchTitle: 'Se porter garant du domaine',
  vouchBody:
    'Êtes-vous sûr que {name} appartient à ce compte ? Les personnes qui y ont leur adresse se connectent alors chez le fournisseur de ce compte.',
  elsewhere:
    '{count, plural, one {# personne d’un autre compte a} other {# personnes d’autres comptes ont}} une adresse e-mail dans {name}. Demandez à votre fournisseur de les déplacer vers ce compte.',
  elsewhereTitle: 'Personnes d’autres comptes',
  elsewhereAbout:
    'Elles ont une adresse e-mail dans un domaine prouvé de ce compte. Déplacez-les ici : elles gardent nom, mot de passe et seconds facteurs, et perdent les rôles, étiquettes, sessions et licences de leur compte.',
  move: 'Déplacer',
  moveNamed: 'Déplacer {name}',
  moveTitle: 'Déplacer l’utilisateur',
  moveBody:
    'Voulez-vous vraiment déplacer {name} de {account} vers ce compte ? Il est déconnecté partout, et ses rôles, étiquettes et licences y prennent fin.',
  moved: 'Utilisateur déplacé',
  removeDomain: 'Retirer',
  removeDomainNamed: 'Retirer {name}',
  removeDomainTitle: 'Retirer le domaine',
  removeDomainBody:
    'Voulez-vous vraiment retirer {name} ? Il faudra le vérifier à nouveau si vous l’ajoutez plus tard.',
  admission: '3. Qui est admis',
  createUsersHint:
    'Elles deviennent utilisateurs à leur première connexion. Sinon, seuls les utilisateurs existants sont admis.',
  tagsClaimHint:
    'À chaque connexion, les utilisateurs reçoivent les étiquettes nommées par le claim et perdent les autres. Laissé vide, les étiquettes restent telles quelles.',
  trustFactorHint: 'Les personnes qui en ont présenté un là-bas ne sont pas interrogées à nouveau.',
  remove: 'Supprimer l’authentification unique',
  removeTitle: 'Supprimer l’authentification unique',
  removeBody:
    'Voulez-vous vraiment supprimer l’authentification unique ? Les personnes se connectent de nouveau par mot de passe, et leur identité chez le fournisseur est oubliée.',
  removed: 'Authentification unique supprimée',
  removedMeanwhile: 'L’authentification unique a été supprimée entre-temps',
  removedTyped: 'Votre saisie reste affichée jusqu’à ce que vous l’abandonniez. Elle ne peut plus être enregistrée.',
} satisfies Translation<typeof english.singleSignOnText>;
