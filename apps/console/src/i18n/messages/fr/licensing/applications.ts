import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/applications.ts';

export const applicationsText = {
  title: 'Applications',
  about:
    'Des programmes de produits, qui connectent les utilisateurs par le navigateur. L’identifiant d’une application est le client_id qu’elle présente.',
  newOne: 'Nouvelle application',
  createTitle: 'Créer une application',
  register: 'Enregistrer',
  registering: 'Enregistrement…',
  changeTitle: 'Modifier l’application',
  created: 'Application enregistrée',
  updated: 'Application modifiée',
  deleted: 'Application supprimée',
  deletionTakes:
    'Toute personne connectée par elle est déconnectée aussitôt, et les licences qu’elle y utilise sont libérées.',
  id: 'Identifiant (client_id)',
  idHint: 'Il est inscrit dans le programme et ne peut plus être modifié : minuscules, chiffres et traits d’union.',
  product: 'Produit',
  builtIn: 'Intégrée',
  noneTitle: 'Pas encore d’applications',
  noneHint: 'Un programme peut connecter des utilisateurs par le navigateur une fois enregistré avec son produit.',
} satisfies Translation<typeof english.applicationsText>;
