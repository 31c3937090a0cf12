import { describe, expect, it } from 'vitest';
import { createDirectory, openDirectoryTest } from '../../../../test/sign-in/directories.ts';

const here = openDirectoryTest();
const { person, refusal } = here;

describe('A list', () => {
  it('supports pages, orders and requested attributes', async () => {
    const { ask: asks } = await createDirectory(here.test, await here.test.createAccount('Listed'));
    for (const [index, title] of ['b', 'a', 'c', null].entries())
      await asks('POST /Users', person({ userName: `p${index}@listed.example`, ...(title ? { title } : {}) }));
    const names = async (query: string) =>
      (await asks(`GET /Users?${query}`)).body.Resources.map((one: { userName: string }) => one.userName.slice(0, 2));
    expect(await names('sortBy=title')).toEqual(['p1', 'p0', 'p2', 'p3']);
    expect(await names('sortBy=title&sortOrder=Descending')).toEqual(['p2', 'p0', 'p1', 'p3']);
    expect(await names('sortBy=userName&startIndex=2&count=2')).toEqual(['p1', 'p2']);
    expect(await names('sortBy=meta.created&startIndex=-3&count=1')).toEqual(['p0']);
    expect((await asks('GET /Users?count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    const [first] = (await asks('GET /Users?attributes=userName,NAME.givenName&count=1')).body.Resources;
    expect(Object.keys(first)).toEqual(['schemas', 'id', 'userName', 'name']);
    expect(first.name).toEqual({ givenName: 'Barbara' });
    const [rest] = (await asks('GET /Users?excludedAttributes=name.formatted,emails,meta&count=1')).body.Resources;
    expect(Object.keys(rest)).toEqual(['schemas', 'id', 'userName', 'name', 'displayName', 'title', 'active']);
    expect(rest.name).toEqual({ familyName: 'Jensen', givenName: 'Barbara' });
    expect(refusal(await asks('GET /Users?sortBy=colour'))).toEqual([400, 'invalidPath']);
    // Several clients request the largest number of their language.
    expect((await asks('GET /Users?count=2147483647&startIndex=2')).body).toMatchObject({ itemsPerPage: 3 });
    const [both] = (await asks('GET /Users?attributes=userName&attributes=title')).body.Resources;
    expect(Object.keys(both)).toEqual(['schemas', 'id', 'userName', 'title']);
    const [neither] = (await asks('GET /Users?excludedAttributes=name&excludedAttributes=emails')).body.Resources;
    expect([neither.name, neither.emails]).toEqual([undefined, undefined]);
    expect(refusal(await asks('GET /Users?sortBy=title&sortOrder=down'))).toEqual([400, 'invalidValue']);
    expect((await asks('GET /Users?startIndex=10000000')).status).toBe(200);
    expect(refusal(await asks('GET /Users?startIndex=10000001'))).toEqual([400, 'invalidValue']);
    expect(refusal(await asks('GET /Users?count=1.5'))).toEqual([400, 'invalidValue']);
    expect(refusal(await asks('GET /Users?count=some'))).toEqual([400, 'invalidValue']);
    expect(refusal(await asks('GET /Users?attributes=a&excludedAttributes=b'))).toEqual([400, 'invalidValue']);
  });
});
