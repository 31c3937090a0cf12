import { givenFactorName } from '@keyhold/contract';
import { countOf, dateIn, linesOf, type NamedFactor, type Sentences, words } from './wording.ts';

/** The texts of mails in French. */
export const french: Sentences = {
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
  confirmation: (title, email, days) => ({
    subject: `Confirmez votre adresse e-mail pour ${title}`,
    heading: 'Confirmez votre adresse e-mail',
    before: [`${email} est maintenant l’adresse e-mail d’un accès à ${title}. Confirmez qu’elle est à vous.`],
    link: 'Confirmer l’adresse e-mail',
    after: [
      frenchValidity(days),
      'Si vous ne connaissez pas cet accès, ignorez cet e-mail : l’adresse a été mal saisie, et vous n’obtenez aucun accès.',
    ],
  }),
  tokenEnds: (title, { name, prefix, bearer, ends }) => ({
    subject: `Un jeton ${title} expire bientôt`,
    heading: 'Un jeton expire bientôt',
    before: [
      `${words('Le jeton', name)} (${prefix}…) ${words('du compte de service', bearer)} à ${title}, que vous avez créé, expire le ${dateIn('fr', ends)}. Les programmes qui l’utilisent ne pourront plus accéder à ${title}.`,
      'Créez un nouveau jeton à temps et transmettez-le-leur.',
    ],
    link: 'Ouvrir le compte de service',
    after: ['S’il n’est plus nécessaire, il n’y a rien à faire.'],
  }),
  licensesEnd: (title, ending) => ({
    subject: `${frenchLicenses(countOf(ending), title)} le ${dateIn('fr', ending.on)}`,
    heading: `${frenchLicenses(countOf(ending))} le ${dateIn('fr', ending.on)}`,
    before: [
      ...linesOf(ending, ({ product, count, keys, goesOn }) => {
        const going = goesOn === null ? '' : ` Utilisable jusqu’au ${dateIn('fr', goesOn)}.`;
        return `${product}\u202f: ${count} (${keys}).${going}`;
      }),
      'Les personnes qui les utilisent alors sont déconnectées. Adressez-vous à temps à votre fournisseur si vous en avez besoin plus longtemps.',
    ],
    link: 'Ouvrir les licences',
    after: ['La sécurité de votre compte détermine quand vous êtes averti.'],
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
      `Un code de récupération de votre accès ${email} à ${title} a été utilisé. ${left === 0 ? 'Il n’en reste aucun' : `Il en reste ${left}`}.`,
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

function frenchFactor(factor: NamedFactor): string {
  const kinds = {
    passkey: 'la clé d’accès',
    authenticator: 'l’application',
    'recovery-codes': 'la série de codes de récupération',
  };
  const name = givenFactorName(factor);
  return name === null || name === '' ? kinds[factor.kind] : `${kinds[factor.kind]} « ${name} »`;
}

function frenchValidity(days: number): string {
  return `Le lien fonctionne une seule fois, pendant ${days === 1 ? 'un jour' : `${days} jours`}.`;
}

function frenchLicenses(count: number, title?: string): string {
  const what = title === undefined ? '' : ` ${title}`;
  return count === 1 ? `Une licence${what} se termine` : `${count} licences${what} se terminent`;
}
