import { type Application, type BodyInputOf, calls } from '@keyhold/contract';
import { applicationQuery } from '#api/applications.ts';
import { type Change, mutation, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { registeredApplicationsText } from '#text/registered-applications.ts';

export const registerApplication = mutation({
  send: (body: BodyInputOf<typeof calls.createApplication>, headers) =>
    client.send(calls.createApplication, { body, headers }),
  once: true,
  invalidates: ['application'],
  success: registeredApplicationsText.created,
});

export const updateApplication = mutation({
  send: ({ base, intent }: Change<Application, BodyInputOf<typeof calls.updateApplication>>, headers) => {
    const body = { ...intent, redirect: base.redirect };
    return versionOf(client.sendForReply(calls.updateApplication, { params: { id: base.id }, body, headers }));
  },
  updates: ({ base }) => applicationQuery(base.id).queryKey,
  invalidates: ['application'],
  success: registeredApplicationsText.updated,
});

export const applicationDeletion: Deletion<Application> = {
  item: 'application',
  nameOf: ({ name }) => name,
  words: registeredApplicationsText,
  current: ({ id }) => fetchFresh(applicationQuery(id)),
  remove: ({ id }, headers) => client.send(calls.deleteApplication, { params: { id }, headers }),
};
