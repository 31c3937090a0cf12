import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, listQuery } from '../../call.ts';
import { textsWith } from '../../fields/resource.ts';
import { applicationSchema } from '../../resources/licensing/license-resources.ts';
import { resources } from '../../resources/resources.ts';

/** The id of the application of the command `keyhold`: built in, without a product, and never deleted. */
export const commandApplication = 'keyhold';

export const listApplications = call('listApplications', 'catalogue', 'GET /license/v1/applications', {
  summary: 'The registered applications',
  access: action('adm:ManageCatalogue'),
  query: listQuery([...textsWith(resources.application, 'sorted'), 'created-on']),
  output: itemsOf(applicationSchema),
});

export const getApplication = call('getApplication', 'catalogue', 'GET /license/v1/applications/{id}', {
  summary: 'An application',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  output: itemOf(applicationSchema),
});

export const createApplication = call('createApplication', 'catalogue', 'POST /license/v1/applications', {
  summary: 'Register an application of a product; its id is the client_id and cannot be changed',
  access: action('adm:ManageCatalogue'),
  status: 201,
  body: z.strictObject(resources.application.create),
  output: itemOf(applicationSchema),
});

export const updateApplication = call('updateApplication', 'catalogue', 'PUT /license/v1/applications/{id}', {
  summary: 'Change an application',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  body: z.strictObject({
    ...resources.application.update,
    product: resources.application.update.product.nullable(),
  }),
  output: itemOf(applicationSchema),
});

export const deleteApplication = call('deleteApplication', 'catalogue', 'DELETE /license/v1/applications/{id}', {
  summary: 'Delete an application; its sessions end',
  access: action('adm:ManageCatalogue'),
  params: idParams,
});
