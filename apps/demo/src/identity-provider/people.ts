import { fjordFilm } from '../companies/fjord-film.ts';

/** A user of the demo's identity provider. */
export interface ProviderPerson {
  /** Who they are, for good: the `sub` of their ID tokens. */
  readonly subject: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The names of the tags that they get. */
  readonly groups: readonly string[];
  /** What they are, on the page where one is picked. */
  readonly about: string;
}

/** The claim of its ID tokens that names the groups of a person. */
export const groupsClaim = 'groups';

/** Two users of the account that signs in there, and one whom only the provider knows. */
export const providerPeople: readonly ProviderPerson[] = [
  of('Solveig', 'Dahl', ['Editing'], 'Administrator of Fjord Film'),
  of('Jonas', 'Berg', ['Editing', 'Titles'], 'Editor, newly in the group Titles'),
  of('Ingrid', 'Moe', ['Titles'], 'New: becomes a user by signing in'),
];

function of(firstName: string, lastName: string, groups: readonly string[], about: string): ProviderPerson {
  const mailbox = `${firstName}.${lastName}`.toLowerCase();
  return { subject: `fjord-${mailbox}`, firstName, lastName, email: `${mailbox}@${fjordFilm.domain}`, groups, about };
}
