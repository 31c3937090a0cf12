import { foldName } from '@keyhold/contract';

/** The columns of people that an import knows. */
export const peopleColumns = [
  'email',
  'first-name',
  'last-name',
  'title',
  'description',
  'roles',
  'tags',
  'status',
  'licenses',
] as const;
export type PeopleColumn = (typeof peopleColumns)[number];

/** The headings of each column in English, German and French, and those of the console's own export. */
const headings: Readonly<Record<PeopleColumn, readonly string[]>> = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'e-mail-adresse', 'adresse e-mail', 'mail'],
  'first-name': ['first-name', 'first name', 'given name', 'vorname', 'prénom'],
  'last-name': [
    'last-name',
    'last name',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'nom de famille',
    'nom',
  ],
  title: ['title', 'titel', 'titre'],
  description: ['description', 'beschreibung'],
  roles: ['roles', 'role', 'rollen', 'rolle', 'rôles', 'rôle'],
  tags: ['tags', 'tag', 'schlagwörter', 'schlagwort', 'étiquettes', 'étiquette'],
  status: ['status', 'statut'],
  licenses: [
    'licenses',
    'license',
    'products',
    'product',
    'lizenzen',
    'lizenz',
    'produkte',
    'produkt',
    'licences',
    'licence',
    'produits',
    'produit',
  ],
};

/** The statuses in English, German and French. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  Active: ['active', 'aktiv', 'actif', 'active'],
  Inactive: ['inactive', 'inaktiv', 'inactif'],
  Pending: ['pending', 'ausstehend', 'en attente'],
};

/**
 * The column that a heading names, whatever its case.
 *
 * @example
 * columnNamed('E-Mail') // 'email'
 */
export function columnNamed(heading: string): PeopleColumn | undefined {
  const folded = foldName(heading);
  return peopleColumns.find((column) => headings[column].some((name) => foldName(name) === folded));
}

/** The status that a cell names, in any language; another text is returned unchanged. */
export function statusOf(cell: string): string {
  const folded = foldName(cell);
  const found = Object.entries(statuses).find(([, names]) => names.includes(folded));
  return found?.[0] ?? cell;
}
