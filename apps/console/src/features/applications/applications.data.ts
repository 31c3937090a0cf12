import { type Application, type BodyInputOf, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { applicationsText } from '#i18n/text/licensing.ts';
import type { ListSource } from '#lists/engine/listing.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { keys } from '#server/cache/keys.ts';
import { currentOf, recordQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';

/** The applications of products, which the server lists for provider staff. */
export const applicationsSource: ListSource<Application> = {
  key: keys.application.list(),
  sorts: [...textsWith(resources.application, 'sorted'), 'created-on'],
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listApplications>;
    return client.send(calls.listApplications, { query, signal });
  },
};

export const applicationQuery = recordQuery(keys.application.record, calls.getApplication);

export const registerApplication = bodyMutation(calls.createApplication, {
  invalidates: ['application'],
  success: applicationsText.created,
});

export const updateApplication = recordMutation(calls.updateApplication, {
  query: applicationQuery,
  body: (values: BodyInputOf<typeof calls.updateApplication>, { redirect }) => ({ ...values, redirect }),
  success: applicationsText.updated,
});

export const applicationDeletion: Deletion<Application> = {
  kind: 'application',
  nameOf: ({ name }) => name,
  words: applicationsText,
  current: currentOf(applicationQuery),
  remove: (application, headers) => client.send(calls.deleteApplication, { params: paramsOf(application), headers }),
};
