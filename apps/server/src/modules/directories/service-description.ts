import type { ScimOperation } from '../../http/scim.ts';
import type { Installation } from '../../installation.ts';
import { forbidden, notFound } from '../../problem.ts';
import { attributesOfGroup, attributesOfUser } from './scim/scim-attributes.ts';
import { listReply, maxOfPage } from './scim/scim-list.ts';
import { addressOf, groupSchemaId, userSchemaId } from './scim/scim-resource.ts';
import { maxBulkOperations } from './scim-bulk.ts';

/** Maximum size of a bulk request's body, in bytes: that of every request. */
const maxBytes = 1024 * 1024;

/** The supported features of the standard (RFC 7643, section 5). */
export const getServiceProviderConfig: ScimOperation = async (_tx, { installation }) => ({
  status: 200,
  body: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: maxBulkOperations, maxPayloadSize: maxBytes },
    filter: { supported: true, maxResults: maxOfPage },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of a service account that may iam:Directory.',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: addressOf(installation, '/ServiceProviderConfig'),
    },
  },
});

interface Described {
  readonly id: string;
  readonly [field: string]: unknown;
}

function resourceTypes(installation: Installation): readonly Described[] {
  return [
    ['User', '/Users', 'A user of the account', userSchemaId] as const,
    ['Group', '/Groups', 'A tag of the account', groupSchemaId] as const,
  ].map(([id, endpoint, description, schema]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: addressOf(installation, `/ResourceTypes/${id}`) },
  }));
}

function schemas(installation: Installation): readonly Described[] {
  return [
    [userSchemaId, 'User', 'A user of the account', attributesOfUser] as const,
    [groupSchemaId, 'Group', 'A tag of the account', attributesOfGroup] as const,
  ].map(([id, name, description, attributes]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: addressOf(installation, `/Schemas/${id}`) },
  }));
}

/** Serves a list that cannot be filtered (RFC 7644, section 4), and its items. */
function served(all: (installation: Installation) => readonly Described[]) {
  const list: ScimOperation = async (_tx, { installation }, { query }) => {
    if (query['filter'] !== undefined) throw forbidden();
    const items = all(installation);
    return listReply(items, { skipped: 0 }, items.length);
  };
  const get: ScimOperation = async (_tx, { installation }, { params }) => {
    const found = all(installation).find(({ id }) => id === params['id']);
    if (!found) throw notFound();
    return { status: 200, body: found };
  };
  return { list, get };
}

export const { list: listResourceTypes, get: getResourceType } = served(resourceTypes);
export const { list: listSchemas, get: getSchema } = served(schemas);
