import { type ApiClient, ApiError } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { proofQuestion, withFreshProof } from './fresh-proof.ts';

const problems = [{ code: 'proof-needed', message: 'Prove first that it is still you.' }];

/** A client whose server requires a proof until it has one, and a screen that can prompt for it. */
function arrange({ screen = true } = {}) {
  let proven = false;
  const sendForReply = vi.fn(async () => {
    if (!proven)
      throw new ApiError(new Response(null, { status: 403 }), {
        errors: ['Prove first that it is still you.'],
        problems,
      });
    return { data: { item: 'changed' }, etag: null };
  });
  if (screen) onTestFinished(proofQuestion.subscribe(() => undefined));
  const client = withFreshProof({ sendForReply } as unknown as ApiClient);
  return {
    sendForReply,
    send: () => client.send(calls.resetFactors, { params: { id: 'one' } }),
    prove: () => (proven = true),
  };
}

test('a call that needs a proof waits for it, and is sent again', async () => {
  const { sendForReply, send, prove } = arrange();
  const both = Promise.all([send(), send()]);
  await expect.poll(() => proofQuestion.isOpen()).toBe(true);
  await expect.poll(() => sendForReply.mock.calls.length).toBe(2);
  prove();
  proofQuestion.settle(true);
  expect(await both).toEqual([{ item: 'changed' }, { item: 'changed' }]);
  expect(sendForReply).toHaveBeenCalledTimes(4);
  expect(proofQuestion.isOpen()).toBe(false);
});

test('reports that nothing was changed when the user closes the prompt', async () => {
  const { sendForReply, send } = arrange();
  const failed = expect(send()).rejects.toThrow('Nothing was changed');
  await expect.poll(() => proofQuestion.isOpen()).toBe(true);
  proofQuestion.settle(false);
  await failed;
  expect(sendForReply).toHaveBeenCalledTimes(1);
});

test('keeps the refusal without a screen that can prompt', async () => {
  const { send } = arrange({ screen: false });
  await expect(send()).rejects.toThrow('Prove first');
});
