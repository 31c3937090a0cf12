import type { AddressInfo } from 'node:net';
import type { Person, TestApp } from './app.ts';

/** Lets the app listen, and be found under the address where it does. Returns the address. */
export async function listenPublicly({ app, services }: TestApp): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  Object.assign(services.installation, { publicUrl });
  return publicUrl;
}

/** Where the answer of a person sends their browser. */
export async function decide(test: TestApp, person: Person, address: string, allow: boolean): Promise<URL> {
  const sent = await fetch(address, { redirect: 'manual' });
  const request = new URL(sent.headers.get('location') ?? '').search.slice(1);
  const decided = await test.as(person, 'POST /auth/v1/authorization', { request, allow });
  const { redirect } = decided.body as unknown as { redirect: string };
  return new URL(redirect);
}

/** The browser of a person who allows whatever opens it. */
export const browserOf = (test: TestApp, person: Person) => async (address: string) => {
  await fetch(await decide(test, person, address, true));
};

/** A person who enters the code that a device shows. */
export const answerCodes = (test: TestApp, person: Person, allow: boolean) => async (code: { userCode: string }) => {
  await test.as(person, 'POST /auth/v1/device', { 'user-code': code.userCode, allow });
};
