import { readdirSync, readFileSync } from 'node:fs';
import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { expect, test } from '../../test.ts';
import { catalogue } from '../../together/catalogue.ts';
import { licenses } from '../../together/licenses.ts';
import { people } from '../../together/people.ts';
import { pools } from '../../together/pools.ts';
import { applications, deletions, recordScenes, switches } from '../../together/records.ts';
import type { News, Scene, Stage } from '../../together/stage.ts';

const scenes: readonly Scene[] = [
  ...[...people, ...recordScenes, ...switches, ...applications, ...catalogue, ...deletions, ...licenses, ...pools],
];

/** Writes by which a second person cannot lose anything, and the reasons. */
const alone: Readonly<Record<string, string>> = {
  ...each('It reads, and changes nothing.', 'getActivation'),
  ...each('The server takes each row on its own, and a row changes only the fields that it has.', 'importUsers'),
  ...each('Each user is named, and the status is one fact: the last one counts.', 'changeUserStatus'),
  ...each('It sends something, and changes nothing.', 'sendActivationLinks'),
  ...each('It concerns nobody but oneself.', 'activate', 'authorize', 'changePassword', 'logout', 'resetPassword'),
  ...each('It concerns nobody but oneself.', 'updatePreferences', 'finishSingleSignOn'),
  ...each('It concerns nobody but oneself.', 'answerChallenge', 'signInByPasskey', 'startPasskeySignIn'),
  ...each('It concerns nobody but oneself.', 'startChallengeAuthenticator', 'confirmChallengeAuthenticator'),
  ...each('It concerns nobody but oneself.', 'startChallengePasskey', 'addChallengePasskey', 'startProof', 'prove'),
  ...each(
    'It concerns nobody but oneself.',
    'startAuthenticator',
    'confirmAuthenticator',
    'startPasskey',
    'addPasskey',
  ),
  ...each('It concerns nobody but oneself.', 'renewRecoveryCodes', 'renameFactor', 'removeFactor'),
  ...each('It concerns nobody but oneself.', 'decideAuthorization', 'decideDevice', 'findDevice'),
  ...each('It makes something new.', 'createAccount', 'createTag', 'createUser', 'createWebhook'),
  ...each('It makes something new.', 'createApplication', 'createProduct', 'createAddon', 'createPool'),
  ...each('It reads, and changes nothing.', 'previewPoolRules'),
  ...each('It names one place in line, which is gone or moved by then.', 'setWaitingClass', 'leaveLine'),
  ...each('It adds and takes by name.', 'addPoolLicenses', 'removePoolLicenses'),
  ...each('The number of lent seats is one fact, and the last one counts.', 'setPoolOverdraft'),
  ...each(
    'The server changes each license on its own, and only what is named; the rest of its terms stays.',
    'changeLicensePolicies',
    'changeLicenseTerms',
    'changeLicenseStatus',
    'changeLicenseAddons',
  ),
  ...each('It makes something new.', 'createServiceAccount', 'createServiceAccountToken'),
  ...each('It makes something new.', 'issueLicenses', 'issueAddonLicenses'),
  ...each('It brings back what is gone, or is refused.', 'restoreAccount', 'restoreTag', 'restoreUser'),
  ...each('It brings back what is gone, or is refused.', 'restoreLicense', 'restoreLicenses', 'restoreAddonLicense'),
  ...each('It adds and takes by name.', 'changeUserRoles', 'changeUserTags'),
  ...each(
    'No two callers give the same license, and one in use is named before it is taken.',
    'giveLicenses',
    'takeLicenses',
  ),
  ...each('It ends what it names, whatever became of the rest.', 'deleteUsers', 'endUserSession', 'releaseLicenses'),
  ...each('It ends what it names, whatever became of the rest.', 'voidLicenses'),
  ...each('It ends what it names, whatever became of the rest.', 'resetFactors'),
  ...each('It ends what it names, whatever became of the rest.', 'deleteServiceAccountToken'),
  ...each('The server refuses an add-on that another license has by then.', 'addLicenseAddon'),
  ...each('It sends something, and changes nothing.', 'resendWebhookDelivery', 'sendActivationLink', 'testWebhook'),
  ...each('It sends something, and changes nothing.', 'testSingleSignOn'),
  ...each('It sends something, and changes nothing.', 'sendEmailConfirmation'),
  ...each('It concerns nobody but oneself.', 'confirmEmail', 'consumeLicense', 'checkInLease'),
  ...each('It ends what it names, whatever became of the rest.', 'unlinkIdentity'),
  ...each('It takes whom it names, or is refused.', 'moveUsers'),
  ...each('It proves what it names, whatever became of the rest.', 'verifyDomain', 'vouchForDomain'),
  ...each('The secret before it goes on for a day.', 'renewWebhookSecret'),
};

function each(why: string, ...writes: string[]): Record<string, string> {
  return Object.fromEntries(writes.map((write) => [write, why]));
}

test('every write of the console is played by two people, or has a reason why not', () => {
  const source = new URL('../../../apps/console/src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const writes = new Set<string>();
  const misplaced: string[] = [];
  for (const name of files.filter((file) => !/\.test\.tsx?$/.test(file))) {
    const code = readFileSync(new URL(name, source), 'utf8').replaceAll(/^ \*.*$/gm, '');
    const mayCall = name.endsWith('.data.ts') || /^(server|data)[\\/]/.test(name);
    if (code.includes("client/client.ts'") && !mayCall) misplaced.push(name);
    for (const [, id = ''] of code.matchAll(/\bcalls\.(\w+)/g)) {
      if (calls[id as keyof typeof calls].method !== 'GET') writes.add(id);
    }
  }
  expect(misplaced, 'Calls stand in data files, and those that several features share in data').toEqual([]);
  const played = new Set([...scenes.flatMap((scene) => scene.writes), ...Object.keys(alone)]);
  expect([...writes].filter((id) => !played.has(id))).toEqual([]);
  expect([...played].filter((id) => !writes.has(id))).toEqual([]);
});

/** Whether a scene is the first of its kind. */
function isFirst({ kind }: Scene, place: number): boolean {
  return scenes.findIndex((other) => other.kind === kind) === place;
}

for (const [place, scene] of scenes.entries()) {
  // Without the news, scenes of one kind only test the same code again.
  const played: readonly News[] = isFirst(scene, place) ? ['first', 'late'] : ['first'];
  for (const news of played) {
    test(`${scene.title}, news ${news}`, async ({ open, faults }) => {
      const stage: Stage = {
        news,
        open: (person, path, account) => openWith(news, open, person, path, account),
        meanwhile: async (page, path, change) => {
          if (news === 'late') {
            await change();
            return;
          }
          const seen = page.waitForResponse(
            (response) => response.request().method() === 'GET' && path.test(new URL(response.url()).pathname),
          );
          await change();
          await seen;
          // The reply is rendered in the next frames.
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        },
        mayBeStale: (path) => faults.allowRefusal(412, path),
        mayBeGone: (path) => faults.allowRefusal(404, path),
      };
      await scene.play(stage);
    });
  }
}

async function openWith(
  news: News,
  open: (person: { email: string; password: string }, path?: string) => Promise<Page>,
  person: { email: string; password: string },
  path: string,
  account: string | undefined,
): Promise<Page> {
  const page = await open(person, 'about:blank');
  if (account) await page.addInitScript((id) => sessionStorage.setItem('selectedAccount', id), account);
  // Without the stream of changes an open screen does not update by itself.
  if (news === 'late') await page.route('**/events/v1/changes*', (route) => route.abort('aborted'));
  const following =
    news === 'first' && page.waitForResponse((response) => response.url().includes('/events/v1/changes'));
  await page.goto(path);
  // The page is not notified of changes before it follows the stream.
  if (following) await following;
  return page;
}
