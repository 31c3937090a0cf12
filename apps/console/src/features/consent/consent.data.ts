import { type Consent, calls } from '@keyhold/contract';
import { client } from '#server/client/client.ts';

/** The request on the consent page; `request` is the query string of the page. */
export async function readRequest(request: string): Promise<Consent> {
  return (await client.send(calls.getAuthorization, { query: { request } })).item;
}

/** Answers an application, and returns the address to which the browser goes next. */
export async function answerRequest(request: string, allow: boolean): Promise<string> {
  return (await client.send(calls.decideAuthorization, { body: { request, allow } })).redirect;
}

/** The request of the device that shows a code. */
export async function findDevice(userCode: string): Promise<Consent> {
  return (await client.send(calls.findDevice, { body: { 'user-code': userCode } })).item;
}

/** Answers the device that shows a code, once. */
export async function answerDevice(userCode: string, allow: boolean): Promise<void> {
  await client.send(calls.decideDevice, { body: { 'user-code': userCode, allow } });
}
