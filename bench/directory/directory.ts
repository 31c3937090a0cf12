import { randomUUID } from 'node:crypto';
import { createProgress, type DirectoryClient, type Step } from './requests.ts';

/** A person of the directory, with their id at Keyhold. */
interface Person {
  readonly number: number;
  id: string;
}

const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

/** Members per request, as directories send them. */
const membersOfRequest = 100;

/**
 * Synchronises a directory as Entra ID and Okta do: looks up and creates each person, adds them to groups, changes
 * them, and deactivates them.
 *
 * @param amount how many people there are
 * @param parallel number of concurrent requests
 * @throws {Error} when a reply is not as expected
 */
export async function synchronise(client: DirectoryClient, amount: number, parallel: number): Promise<Step[]> {
  const people: Person[] = Array.from({ length: amount }, (_, number) => ({ number, id: '' }));
  const measure = createProgress(parallel);
  const steps: Step[] = [];
  const address = ({ number }: Person) => `person-${number}@directory.example`;

  steps.push(
    await measure('Look for somebody by userName', people, async (person) => {
      const filter = encodeURIComponent(`userName eq "${address(person)}"`);
      const { body } = await client.send('GET', `/Users?filter=${filter}`, 200);
      if (body['totalResults'] !== 0) throw new Error(`${address(person)} is there already.`);
    }),
  );
  steps.push(
    await measure('Create a user', people, async (person) => {
      const { body } = await client.send('POST', '/Users', 201, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        externalId: randomUUID(),
        userName: address(person),
        name: { givenName: 'Person', familyName: String(person.number) },
        emails: [{ value: address(person), type: 'work', primary: true }],
        active: true,
      });
      person.id = String(body['id']);
    }),
  );

  const groups = await Promise.all(
    Array.from({ length: Math.ceil(amount / 1_000) }, async (_, index) => {
      const { body } = await client.send('POST', '/Groups', 201, { displayName: `Department ${index}` });
      return String(body['id']);
    }),
  );
  const portions = Array.from({ length: Math.ceil(amount / membersOfRequest) }, (_, index) =>
    people.slice(index * membersOfRequest, (index + 1) * membersOfRequest),
  );
  steps.push(
    await measure(`Put ${membersOfRequest} users into a group`, portions, async (members) => {
      const group = groups[(members[0]?.number ?? 0) % groups.length] ?? '';
      const value = members.map(({ id }) => ({ value: id }));
      await client.send('PATCH', `/Groups/${group}`, 204, patch({ op: 'add', path: 'members', value }));
    }),
  );
  steps.push(
    await measure('Change a user', people, async ({ id }) => {
      await client.send('PATCH', `/Users/${id}`, 200, patch({ op: 'replace', path: 'title', value: 'Engineer' }));
    }),
  );
  steps.push(
    await measure('Change a user, 100 in a bulk request', portions, async (members) => {
      const Operations = members.map(({ id }) => ({
        method: 'PATCH',
        path: `/Users/${id}`,
        data: patch({ op: 'replace', path: 'title', value: 'Lead' }),
      }));
      const { body } = await client.send('POST', '/Bulk', 200, { Operations });
      const failed = (body['Operations'] as { status: string }[]).filter(({ status }) => status !== '200');
      if (failed.length > 0) throw new Error(`${failed.length} operations of a bulk request failed.`);
    }),
  );
  const pages = Array.from({ length: Math.ceil(amount / 100) }, (_, index) => index * 100 + 1);
  steps.push(
    await measure('Read a page of 100 users', pages, async (startIndex) => {
      await client.send('GET', `/Users?startIndex=${startIndex}&count=100`, 200);
    }),
  );
  steps.push(
    await measure('Deactivate a user', people, async ({ id }) => {
      await client.send('PATCH', `/Users/${id}`, 200, patch({ op: 'Replace', path: 'active', value: 'False' }));
    }),
  );
  return steps;
}
