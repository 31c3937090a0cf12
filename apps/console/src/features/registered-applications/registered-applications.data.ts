import { type Application, type BodyInputOf, calls } from '@keyhold/contract';
import { applicationQuery } from '#api/applications.ts';
import { bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { currentOf } from '#api/record-query.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { registeredApplicationsText } from '#text/registered-applications.ts';

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
