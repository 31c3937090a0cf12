/** The definition of an attribute in a schema (RFC 7643, section 7). */
interface AttributeDefinition {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable';
  readonly returned: 'default';
  readonly uniqueness: 'none' | 'server';
  readonly subAttributes?: readonly AttributeDefinition[];
  readonly referenceTypes?: readonly string[];
}

function attribute(name: string, description: string, options: Partial<AttributeDefinition> = {}): AttributeDefinition {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  };
}

const readOnly = { mutability: 'readOnly' } as const;
const address = { type: 'reference', caseExact: true, mutability: 'readOnly' } as const;
const externalId = attribute('externalId', 'How the directory calls it', { caseExact: true });

export const attributesOfUser: readonly AttributeDefinition[] = [
  attribute('userName', 'The e-mail, by which the user signs in', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('name', 'The name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'First and last name', readOnly),
      attribute('familyName', 'The last name'),
      attribute('givenName', 'The first name'),
    ],
  }),
  attribute('displayName', 'First and last name', readOnly),
  attribute('title', 'The title'),
  attribute('active', 'Whether the user is not Inactive', { type: 'boolean' }),
  attribute('emails', 'The e-mail: the same as userName', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { ...readOnly, type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups that the user belongs to', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group', { ...readOnly, caseExact: true }),
      attribute('$ref', 'The address of the group', { ...address, referenceTypes: ['Group'] }),
      attribute('display', 'The name of the group', readOnly),
      attribute('type', 'Always direct', readOnly),
    ],
  }),
];

export const attributesOfGroup: readonly AttributeDefinition[] = [
  attribute('displayName', 'The name of the tag', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('members', 'The users who carry the tag', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', { ...address, referenceTypes: ['User'] }),
      attribute('display', 'First and last name', readOnly),
      attribute('type', 'Always User', readOnly),
    ],
  }),
];
