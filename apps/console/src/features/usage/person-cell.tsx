import { resourceIdOf, type User } from '@keyhold/contract';
import { fullName } from '#api/users.ts';
import { userPath } from '#features/users/users.paths.ts';
import { historyText } from '#text/usage.ts';
import { RowLink } from '#ui/table/row-link.tsx';
import looks from '#ui/theme/looks.module.css';

/** A person of a list, as the way to them; somebody who was deleted is only mentioned. */
export function PersonCell({ person }: { person: User | null }) {
  if (!person) return <span className={looks.muted}>{historyText.deletedPerson}</span>;
  return <RowLink to={userPath(resourceIdOf(person.rn))}>{fullName(person) || person.email}</RowLink>;
}

/** The same in an exported file, and for the order of a list. */
export function personText(person: User | null): string {
  return person ? fullName(person) || person.email : historyText.deletedPerson;
}
