import { expect } from '@playwright/test';
import { productUrl } from './people.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The demo's mailbox, or the one that KEYHOLD_E2E_MAILBOX names. */
function mailboxUrl(): string {
  return process.env['KEYHOLD_E2E_MAILBOX'] ?? `${productUrl()}/dev/mailbox.json`;
}

/** The activation link in the newest mail to an address, as soon as there is one. */
export function activationLink(email: string): Promise<string> {
  return linkTo(email, /https?:\S+\/activate\?activation-key=\S+/);
}

/** The link in the newest mail to an address that confirms it, as soon as there is one. */
export function confirmationLink(email: string): Promise<string> {
  return linkTo(email, /https?:\S+\/confirm-email\?key=\S+/);
}

async function linkTo(email: string, pattern: RegExp): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const reply = await fetch(mailboxUrl());
    const mails = (await reply.json()) as Mail[];
    link = mails.find((mail) => mail.to === email)?.text.match(pattern)?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link as string;
}

/** The subject of the newest mail to an address, once it differs from the one before. */
export async function nextSubject(email: string, before: string): Promise<string> {
  let subject: string | undefined;
  await expect(async () => {
    const reply = await fetch(mailboxUrl());
    const mails = (await reply.json()) as Mail[];
    subject = mails.find((mail) => mail.to === email)?.subject;
    expect(subject).toBeDefined();
    expect(subject).not.toBe(before);
  }).toPass();
  return subject as string;
}
