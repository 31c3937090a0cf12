import { fjordFilm } from '../companies/fjord-film.ts';

/** A user of the demo's identity provider. */
export interface ProviderPerson {
  /** The permanent id of the user: the `sub` of their ID tokens. */
  readonly subject: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The names of the user's tags. */
  readonly groups: readonly string[];
  /** The description of the user on the sign-in page. */
  readonly about: string;
}

/** The claim in ID tokens with the groups of the user. */
export const groupsClaim = 'groups';

/** Two users of the account that signs in there, and one who exists only at the provider. */
export const providerPeople: readonly ProviderPerson[] = [
  of('Solveig', 'Dahl', ['Editing'], 'Administrator of Fjord Film'),
  of('Jonas', 'Berg', ['Editing', 'Titles'], 'Editor, newly in the group Titles'),
  of('Ingrid', 'Moe', ['Titles'], 'New: becomes a user by signing in'),
];

function of(firstName: string, lastName: string, groups: readonly string[], about: string): ProviderPerson {
  const mailbox = `${firstName}.${lastName}`.toLowerCase();
  return { subject: `fjord-${mailbox}`, firstName, lastName, email: `${mailbox}@${fjordFilm.domain}`, groups, about };
}
