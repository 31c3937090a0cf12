import type { ScimCall, ScimCalls } from '../../http/scim.ts';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './directory-groups.ts';
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from './directory-users.ts';
import { noteRefusal } from './scim/scim-refusals.ts';
import { bulkOf } from './scim-bulk.ts';
import {
  getResourceType,
  getSchema,
  getServiceProviderConfig,
  listResourceTypes,
  listSchemas,
} from './service-description.ts';

/** Calls that may also be operations of a bulk request. */
const changes: readonly ScimCall[] = [
  { name: 'scimCreateUser', method: 'POST', path: '/Users', execute: createScimUser },
  { name: 'scimReplaceUser', method: 'PUT', path: '/Users/{id}', execute: replaceScimUser },
  { name: 'scimPatchUser', method: 'PATCH', path: '/Users/{id}', execute: patchScimUser },
  { name: 'scimDeleteUser', method: 'DELETE', path: '/Users/{id}', execute: deleteScimUser },
  { name: 'scimCreateGroup', method: 'POST', path: '/Groups', execute: createScimGroup },
  { name: 'scimReplaceGroup', method: 'PUT', path: '/Groups/{id}', execute: replaceScimGroup },
  { name: 'scimPatchGroup', method: 'PATCH', path: '/Groups/{id}', execute: patchScimGroup },
  { name: 'scimDeleteGroup', method: 'DELETE', path: '/Groups/{id}', execute: deleteScimGroup },
];

/** All supported calls of SCIM 2.0. */
export const scim: ScimCalls = {
  calls: [
    {
      name: 'scimGetConfig',
      method: 'GET',
      path: '/ServiceProviderConfig',
      execute: getServiceProviderConfig,
    },
    { name: 'scimListResourceTypes', method: 'GET', path: '/ResourceTypes', execute: listResourceTypes },
    { name: 'scimGetResourceType', method: 'GET', path: '/ResourceTypes/{id}', execute: getResourceType },
    { name: 'scimListSchemas', method: 'GET', path: '/Schemas', execute: listSchemas },
    { name: 'scimGetSchema', method: 'GET', path: '/Schemas/{id}', execute: getSchema },
    { name: 'scimListUsers', method: 'GET', path: '/Users', execute: listScimUsers },
    { name: 'scimGetUser', method: 'GET', path: '/Users/{id}', execute: getScimUser },
    { name: 'scimListGroups', method: 'GET', path: '/Groups', execute: listScimGroups },
    { name: 'scimGetGroup', method: 'GET', path: '/Groups/{id}', execute: getScimGroup },
    ...changes,
    { name: 'scimBulk', method: 'POST', path: '/Bulk', execute: { procedure: bulkOf(changes) } },
  ],
  noteRefusal,
};
