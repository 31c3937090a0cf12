import { type Application, type BodyInputOf, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import type { ListSource } from '#api/listing.ts';
import { currentOf, recordQuery } from '#api/record-query.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { registeredApplicationsText } from '#text/registered-applications.ts';

/** The applications of products, which the server lists for provider staff. */
export const applicationsSource: ListSource<Application> = {
  key: ['application', 'list'],
  sorts: [...textsWith(resources.application, 'sorted'), 'created-on'],
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listApplications>;
    return client.send(calls.listApplications, { query, signal });
  },
};

export const applicationQuery = recordQuery('application', calls.getApplication);

export const registerApplication = bodyMutation(calls.createApplication, {
  invalidates: ['application'],
  success: registeredApplicationsText.created,
});

export const updateApplication = recordMutation(calls.updateApplication, {
  query: applicationQuery,
  body: (values: BodyInputOf<typeof calls.updateApplication>, { redirect }) => ({ ...values, redirect }),
  success: registeredApplicationsText.updated,
});

export const applicationDeletion: Deletion<Application> = {
  item: 'application',
  nameOf: ({ name }) => name,
  words: registeredApplicationsText,
  current: currentOf(applicationQuery),
  remove: (application, headers) => client.send(calls.deleteApplication, { params: paramsOf(application), headers }),
};
