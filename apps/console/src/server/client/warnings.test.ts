// @vitest-environment happy-dom
import { createClient } from '@keyhold/client';
import { calls, warnings } from '@keyhold/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/locale/test/page-language.ts';

vi.mock(import('#ui/feedback/toast.tsx'));

const { linksEnded, linkSentAnew } = warnings;
const every = Object.values(warnings);
const params = { id: 'cb2cd2f4-3d9e-4c0e-8a2c-0f5f6c4f4b1a' };

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

/** A change that makes a call for each list of warnings, whose reply has them; null is a refusal. */
async function changing(language: string) {
  await setLanguage(language);
  const { inOneRefetch, mutation } = await import('#server/mutation/change.ts');
  const { withWarnings } = await import('./warnings.ts');
  const { toastWarning } = await import('#ui/feedback/toast.tsx');
  const shown = vi.mocked(toastWarning);
  shown.mockClear();
  const replies: (readonly string[] | null)[] = [];
  const client = withWarnings(
    createClient({
      baseUrl: '',
      fetch: async () => {
        const said = replies.shift();
        return said ? Response.json({ warnings: said }) : new Response(null, { status: 503 });
      },
    }),
  );
  const change = mutation({
    send: async (said: readonly (readonly string[] | null)[]) => {
      replies.push(...said);
      for (const _ of said) await client.send(calls.addUserRole, { params, body: { role: 'rn' } });
    },
    invalidates: [],
    success: null,
  });
  return { change, inOneRefetch, sentences: () => shown.mock.calls.map(([sentence]) => sentence) };
}

test('a change shows the warnings of its replies, each once, and later changes do not repeat them', async () => {
  const { change, sentences } = await changing('en');
  await change([[linksEnded], [], [linksEnded, linkSentAnew]]);
  expect(sentences()).toEqual([linksEnded, linkSentAnew]);
  await change([[]]);
  expect(sentences()).toHaveLength(2);
  await change([[linksEnded]]);
  expect(sentences()).toEqual([linksEnded, linkSentAnew, linksEnded]);
});

test('a change shows the warnings of what was done before a part of it was refused', async () => {
  const { change, sentences } = await changing('en');
  await expect(change([[linksEnded], null])).rejects.toThrow();
  expect(sentences()).toEqual([linksEnded]);
});

test('a change of several steps shows them once, after the last step', async () => {
  const { change, inOneRefetch, sentences } = await changing('en');
  await inOneRefetch(async () => {
    await change([[linksEnded]]);
    await change([[linksEnded]]);
    expect(sentences()).toEqual([]);
  });
  expect(sentences()).toEqual([linksEnded]);
});

describe.each(['de', 'fr'])('in %s', (language) => {
  test('every warning is translated', async () => {
    const { change, sentences } = await changing(language);
    await change([every]);
    expect(sentences()).toHaveLength(every.length);
    expect(sentences().filter((sentence) => every.some((one) => one === sentence))).toEqual([]);
  });

  test('a warning of a newer server is shown as it is', async () => {
    const { change, sentences } = await changing(language);
    await change([['Something else has ended, too.']]);
    expect(sentences()).toEqual(['Something else has ended, too.']);
  });
});
