import { type Application, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { versionOf } from './change.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { type ListSource, listReply } from './listing.ts';
import { listingQuery } from './use-list.ts';

/** The applications of products, which the server shows to provider staff. */
export const applicationsSource: ListSource<Application> = {
  key: keys.applications(),
  sorts: [...textsWith(resources.application, 'sorted'), 'created-on'],
  ask: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listApplications>;
    return listReply(await client.send(calls.listApplications, { query, signal }));
  },
};

export function applicationsQuery() {
  return listingQuery(applicationsSource);
}

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: keys.application(id),
    queryFn: ({ signal }) => versionOf(client.sendForReply(calls.getApplication, { params: { id }, signal })),
  });
}
