import { type Application, type BodyInputOf, calls, resources, textsWith } from '@keyhold/contract';
import { applicationsText } from '#i18n/text/licensing.ts';
import { providerList } from '#lists/engine/provider-list.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { keys } from '#server/cache/keys.ts';
import { currentOf, recordQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';

/** The applications of products, which the server lists for provider staff. */
export const applicationsSource = providerList(keys.application.list(), calls.listApplications, {
  sorts: [...textsWith(resources.application, 'sorted'), 'created-on'],
});

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
