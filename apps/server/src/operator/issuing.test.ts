import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { License } from '@keyhold/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorTest, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
  await root('products', 'add', 'studio', 'The Studio', '--description', 'Layout');
  await root('addons', 'add', 'colour', 'Colour Server');
});
afterAll(() => test.close());

const root = (...args: string[]) => test.run(test.people.root, ...args);

async function file(name: string, content: string): Promise<string> {
  const path = join(test.folder, name);
  await writeFile(path, content);
  return path;
}

async function licenses(account: string): Promise<License[]> {
  return (await test.json<{ items: License[] }>('licenses', 'list', '--account', account)).items;
}

describe('the catalogue', () => {
  it('lists added products and add-ons', async () => {
    expect((await root('products', 'list')).stdout).toMatch(
      /ID +NAME +STATUS +HEARTBEAT +LEASE +GRACE +RN +DESCRIPTION\nstudio +The Studio +Active +30 s +90 s +0 s +\S+:product:studio +Layout\n/,
    );
    const again = await root('addons', 'add', 'colour', 'Colour');
    expect([again.code, again.stderr]).toEqual([1, 'The id colour is in use already. Choose another.\n']);
  });
});

describe('a product', () => {
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await root('products', 'change', ...args);
    return [code, stderr];
  };

  it('gets other lease times, and keeps omitted fields', async () => {
    const { stdout } = await root('products', 'change', 'studio', '--heartbeat', '60', '--lease', '180');
    expect(stdout).toBe('Changed The Studio (studio): heartbeat 60 s, lease 180 s, grace 0 s.\n');
    const { item } = await test.json<{ item: unknown }>('products', 'change', 'studio', '--grace', '14400');
    expect(item).toMatchObject({
      name: 'The Studio',
      description: 'Layout',
      'heartbeat-seconds': 60,
      'lease-seconds': 180,
      'grace-seconds': 14_400,
    });
    await root('products', 'change', 'studio', '--name', 'Studio');
    expect((await root('products', 'list')).stdout).toMatch(
      /studio +Studio +Active +60 s +180 s +14,400 s +\S+:product:studio +Layout\n/,
    );
    await root('products', 'change', 'studio', '--name', 'The Studio', '--heartbeat', '30', '--lease', '90');
  });

  it('keeps the other changes when it is changed concurrently', async () => {
    const changes = ['One', 'Two', 'Three'].map((name) => ['--name', name]);
    const results = await Promise.all(
      [...changes, ['--description', 'Pages']].map((options) =>
        test.spawn(test.people.root, 'products', 'change', 'studio', ...options),
      ),
    );
    const [described] = results.slice(-1);
    expect(results.map(({ code }) => code)).toContain(0);
    for (const { code, stderr } of results) {
      if (code !== 0) expect([code, stderr]).toEqual([1, expect.stringContaining('changed')]);
    }
    const renamed = results.slice(0, -1).some(({ code }) => code === 0);
    const { stdout } = await root('products', 'list');
    if (renamed) expect(stdout).toMatch(/studio +(One|Two|Three) /);
    if (described?.code === 0) expect(stdout).toMatch(/studio .* Pages\n/);
    await root('products', 'change', 'studio', '--name', 'The Studio', '--description', 'Layout');
  });

  it('rejects lease times out of bounds, and an empty change', async () => {
    expect(await refusal('studio', '--heartbeat', '4')).toEqual([
      2,
      expect.stringContaining('It must be a whole number from 5 to 300.'),
    ]);
    expect(await refusal('studio', '--lease', '50')).toEqual([
      1,
      expect.stringContaining('A lease must last at least two heartbeats'),
    ]);
    expect(await refusal('studio')).toEqual([
      2,
      expect.stringContaining('Nothing to change. Specify --name, --description,'),
    ]);
    expect(await refusal('nothing', '--lease', '90')).toEqual([
      1,
      expect.stringContaining('There is no product nothing.'),
    ]);
    expect((await root('products', 'change', '--help')).stdout).toContain('from 15 to 900 seconds');
  });
});

describe('licenses', () => {
  const toAcme = ['licenses', 'issue', '--account', 'acme print', '--product', 'studio'];

  it('are issued by options, in the given number', async () => {
    const { code, stdout } = await root(...toAcme, '--type', 'Trial', '--expiry', '30 days', '--count', '3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ACCOUNT +PRODUCT +KEY\n(Acme Print +The Studio +[0-9A-Z-]{23}\n){3}$/);
    const issued = await licenses('Acme Print');
    expect(issued.map(({ certificate }) => [certificate.type, certificate.expiry.period])).toEqual(
      Array(3).fill(['Trial', 30]),
    );
  });

  it('are displayed and checked, but not issued, by a dry run', async () => {
    const before = (await licenses('Acme Print')).length;
    const order = await file('good.csv', 'Account;Product;Expiry;Count\nAcme Print;studio;perpetual;2\n');
    const good = await root('licenses', 'issue', '--from', order, '--type', 'Perpetual', '--dry-run');
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('2     Acme Print  The Studio  Perpetual  perpetual  2');
    expect(good.stdout).toContain('Would issue 2 licenses. Nothing was changed.');
    expect(await licenses('Acme Print')).toHaveLength(before);
  });

  it('are not issued if any line is invalid, and every mistake is reported with its line', async () => {
    const before = (await licenses('Acme Print')).length;
    const order = await file(
      'wrong.csv',
      'account,product,type,expiry,count\nAcme Print,studio,Trial,30d,1\nNobody,,Gift,soon,0\n',
    );
    const mistakes = [
      'Line 3: There is no account Nobody. See: keyhold accounts list',
      'Line 3: The product is missing.',
      'Line 3: type must be one of Perpetual, Subscription, Trial.',
      "Line 3: expiry must be perpetual, a date such as 2027-12-31, or a number of days such as '30 days'.",
      'Line 3: count must be a whole number from 1 to 1000.',
    ];
    const { code, stderr } = await root('licenses', 'issue', '--from', order);
    expect([code, stderr.trim().split('\n')]).toEqual([1, ['Nothing was issued:', ...mistakes]]);
    const dry = await root('licenses', 'issue', '--from', order, '--dry-run', '--json');
    expect(dry.code).toBe(1);
    expect(JSON.parse(dry.stdout).rows.map((row: { problems: string[] }) => row.problems.length)).toEqual([0, 5]);
    expect(await licenses('Acme Print')).toHaveLength(before);
  });

  it('take missing values from the options, and then from the template', async () => {
    const template = await file('template.json', '{"type": "Trial", "expiry": "30 days", "version": "1"}');
    const order = await file(
      'order.csv',
      '\ufeffaccount,product,version,description\r\nBirch Media,studio,3,"Desk, one"\r\nBirch Media,studio,,\r\n',
    );
    const options = ['--from', order, '--template', template, '--product-version', '2', '--expiry', '2030-05-01'];
    expect((await root('licenses', 'issue', ...options)).code).toBe(0);
    const issued = await licenses('Birch Media');
    expect(
      issued
        .map(({ description, certificate: { type, version, expiry } }) => [description, type, version, expiry.date])
        .toSorted(),
    ).toEqual([
      ['', 'Trial', '2', '2030-05-01T23:59:59.999Z'],
      ['Desk, one', 'Trial', '3', '2030-05-01T23:59:59.999Z'],
    ]);
  });

  it('report errors in a file', async () => {
    for (const [content, sentence] of [
      ['account,colour\nA,red\n', 'odd.csv: colour. Valid columns: account, product,'],
      ['account,account\nA,A\n', 'odd.csv: account.'],
      ['account,product\n', 'has no rows below its header.'],
      ['account,product\nA\n', 'is not a valid CSV file: Invalid Record Length'],
    ] as const) {
      const { code, stderr } = await root('licenses', 'issue', '--from', await file('odd.csv', content));
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    }
    expect((await root('licenses', 'issue', '--from', join(test.folder, 'none.csv'))).stderr).toContain(
      'none.csv does not exist.',
    );
  });

  it('are not issued when a line has maintenance that ends before it starts', async () => {
    const before = (await licenses('Acme Print')).length;
    const header = 'account,product,type,expiry,maintenance-start,maintenance-end\n';
    const line = 'Acme Print,studio,Perpetual,perpetual,';
    const order = await file('turned.csv', `${header}${line}2026-01-01,2027-01-01\n${line}2027-01-01,2026-01-01\n`);
    for (const options of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await root('licenses', 'issue', '--from', order, ...options);
      expect([code, stdout + stderr]).toEqual([
        1,
        expect.stringContaining('The maintenance cannot end before it starts.'),
      ]);
    }
    expect(await licenses('Acme Print')).toHaveLength(before);
  });

  it('resume an interrupted run without issuing a license twice', async () => {
    const before = (await licenses('Acme Print')).length;
    const line = 'Acme Print,studio,Perpetual,perpetual,';
    const order = await file('broken.csv', `account,product,type,expiry,version\n${line}1\n${line}2\n`);
    const database = new pg.Client({ connectionString: test.connectionString });
    await database.connect();
    await database.query("alter table licenses add constraint broken check (version <> '2') not valid");
    const broken = await root('licenses', 'issue', '--from', order);
    await database.query('alter table licenses drop constraint broken');
    await database.end();
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('Line 3: Something went wrong on our side.');
    expect(await licenses('Acme Print')).toHaveLength(before + 1);
    const run = /At least 1 of 2 rows was issued\. .* with --run (\S+)/.exec(broken.stderr)?.[1] ?? '';

    const rest = await root('licenses', 'issue', '--from', order, '--run', run);
    expect(rest.stdout.trim().split('\n')).toHaveLength(3);
    expect(await licenses('Acme Print')).toHaveLength(before + 2);
  });

  it('are suspended, resumed, extended, moved and released', async () => {
    const { issued } = await test.json<{ issued: { items: License[] }[] }>(
      ...toAcme,
      ...['--type', 'Subscription', '--expiry', '2030-01-01'],
    );
    const rn = issued[0]?.items[0]?.rn ?? '';
    const key = rn.split(':').at(-1) ?? '';
    const result = async (...args: string[]) => {
      const { results } = await test.json<{ results: { result?: string; errors?: string[] }[] }>('licenses', ...args);
      return results[0];
    };
    expect(await result('suspend', key)).toMatchObject({ result: 'Suspended' });
    expect(await result('resume', rn)).toMatchObject({ result: 'Active' });
    expect(await result('extend', key, '--expiry', 'perpetual', '--maintenance-end', '2031-02-03')).toMatchObject({
      result: 'Active, expiry Perpetual, maintenance until 2031-02-03 23:59 UTC',
    });
    expect((await root('licenses', 'extend', key)).code).toBe(2);
    expect(await result('release', key)).toMatchObject({ result: 'Released' });
    expect(await result('move', key, '--to', 'Birch Media')).toMatchObject({
      result: `Moved to keyhold:eu-1:${test.accounts.birch}:license:${key}`,
    });
    expect(await result('suspend', 'NOPE')).toMatchObject({ success: false, errors: ['Not found'] });
  });
});

describe('add-on licenses', () => {
  it('are issued unassigned', async () => {
    const order = await file('addons.csv', 'account,addon,type,count\nAcme Print,colour,Perpetual,2\n');
    expect((await root('addon-licenses', 'issue', '--from', order)).code).toBe(0);
    const { stdout } = await root('addon-licenses', 'list', '--account', 'Acme Print', '--unassigned');
    expect(stdout).toMatch(
      /^KEY +ADDON +TYPE +LICENSE +ORDER REFERENCE\n([0-9A-Z-]{23} +Colour Server +Perpetual +–\n){2}$/,
    );
  });
});

describe('the audit log', () => {
  it('is listed and exported', async () => {
    const list = await root('audit', 'list', '--account', 'Acme Print', '--action', 'license:MoveLicense');
    expect(list.stdout).toContain('Rosa Root Administrator');
    const output = join(test.folder, 'acme.ndjson');
    const { code, stdout } = await root('audit', 'export', '--account', 'Acme Print');
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
    expect((await root('audit', 'export', '--output', output)).code).toBe(0);
    expect((await root('audit', 'export', '--output', output)).stderr).toBe(
      `${output} already exists. Choose another file.\n`,
    );
  });
});
