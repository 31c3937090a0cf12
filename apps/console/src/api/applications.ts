import { type Application, calls, type QueryInputOf, resources, textsWith } from '@keyhold/contract';
import { client } from './client.ts';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';

/** The applications of products, which the server lists for provider staff. */
export const applicationsSource: ListSource<Application> = {
  key: ['application', 'list'],
  sorts: [...textsWith(resources.application, 'sorted'), 'created-on'],
  fetchRows: async (request, signal) => {
    const query = request as QueryInputOf<typeof calls.listApplications>;
    return listReply(await client.send(calls.listApplications, { query, signal }));
  },
};

export const applicationQuery = recordQuery('application', calls.getApplication);
