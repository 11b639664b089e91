import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { openAttackedPortal, TAMPERINGS, type AttackedPortal, type Tampering } from './attacked-ledger.factory.ts';
import { buildCredits } from './credits.factory.ts';
import { runLedgerVerify } from './forged-ledger.factory.ts';
import { KEYS_FILE } from './ledger-keys.ts';
import { openLedger } from './open-ledger.ts';
import { rotateKey } from './rotate-key.ts';
import { RECORD_CHECKS } from '../../../app/server/whole-ledger.ts';

let portal: AttackedPortal;
const open = async () => {
  portal = await openAttackedPortal();
};
const stop = () => portal.app.stop();

describe('with the role of the table owner', () => {
  beforeEach(open);
  afterEach(stop);

  test.each(Object.entries(TAMPERINGS))('%s of the ledger is found', async (_, { attack, opened = '' }) => {
    expect(await portal.findFaults()).toEqual([]);
    expect(await portal.run(portal.app.ownerUrl, `${opened};${attack}`)).toBeNull();
    expect((await portal.findFaults()).length).toBeGreaterThan(0);
  });

  test('the command finds a changed ledger row, names the account and exits with 1', async () => {
    expect(await runLedgerVerify(portal.app)).toMatchObject({ code: 0 });
    const { opened, attack } = TAMPERINGS['an updated entry'] as Tampering;
    await portal.run(portal.app.ownerUrl, `${opened};${attack}`);
    const { code, output } = await runLedgerVerify(portal.app);
    expect([code, output]).toEqual([1, expect.stringContaining('BROKEN: ')]);
    expect(output).toContain(await portal.accountId());
  });

  test('a seal written with the server’s role is found when it was not made with the key', async () => {
    const { version } = await portal.app.ownerDb
      .selectFrom('credit_accounts')
      .select('version')
      .where('id', '=', Number(await portal.accountId()))
      .executeTakeFirstOrThrow();
    const sign = `select * from credit_sign(array[$account]::bigint[], array[${version}]::bigint[], array[sha256('x')], 'abcdefabcdef')`;
    expect(await portal.run(portal.app.databaseUrl, sign)).toBeNull();
    expect(await portal.findFaults()).toEqual([
      expect.stringMatching(/sealed with the key abcdefabcdef, which this server/),
    ]);
  });
});

describe('after the key was rotated', () => {
  beforeEach(open);
  afterEach(stop);

  const keysOfAccounts = async () => {
    const { rows } = await sql<{ user_id: number; mac_key: string }>`
      select user_id, mac_key from credit_accounts where mac is not null order by user_id`.execute(portal.app.ownerDb);
    return new Map(rows.map(({ user_id, mac_key }) => [user_id, mac_key]));
  };
  const settings = (ledgerKey: string | null) => ({ dataDir: portal.app.folder, ledgerKey, ledgerKeysOld: [] });
  const silent = () => undefined;

  test('accounts sealed with the old key verify under its id, and later postings under the new one', async () => {
    const other = await buildCustomer(portal.app.deps, 10);
    const before = await keysOfAccounts();
    const old = before.get(portal.customer.id);
    await openLedger(portal.app.db, settings('a key of the operator that is long enough'), silent);
    await buildCredits(portal.app, other.id, 5);
    const after = await keysOfAccounts();
    expect(after.get(portal.customer.id)).toBe(old);
    expect(after.get(other.id)).not.toBe(old);
    await openLedger(portal.app.ownerDb, settings('a key of the operator that is long enough'), silent);
    expect(await portal.findFaults()).toEqual([]);

    // Each account verifies under its own key, and no other.
    const { opened, attack } = TAMPERINGS['a changed balance'] as Tampering;
    await portal.run(portal.app.ownerUrl, `${opened};${attack}`);
    expect((await portal.findFaults()).join()).toContain(`account ${await portal.accountId()}`);
  });

  test('everything is sealed with the new key, the old one still verifies a restored copy, and a lost key is named', async () => {
    const old = (await keysOfAccounts()).get(portal.customer.id);
    const copy = await portal.app.ownerDb
      .selectFrom('credit_accounts')
      .selectAll()
      .where('mac', 'is not', null)
      .execute();
    await rotateKey(portal.app.ownerDb, settings(null), { accept: false, recordChecks: RECORD_CHECKS, log: silent });
    await openLedger(portal.app.db, settings(null), silent);
    await openLedger(portal.app.ownerDb, settings(null), silent);
    const current = (await keysOfAccounts()).get(portal.customer.id);
    expect(current).not.toBe(old);
    expect(await portal.findFaults()).toEqual([]);
    for (const { id, mac, mac_key } of copy)
      await sql`update credit_accounts set mac = ${mac}, mac_key = ${mac_key} where id = ${id}`.execute(
        portal.app.ownerDb,
      );
    expect((await keysOfAccounts()).get(portal.customer.id)).toBe(old);
    expect(await portal.findFaults()).toEqual([]);

    const path = join(portal.app.folder, KEYS_FILE);
    expect(await readFile(path, 'utf8')).toContain(current);
    await rm(path);
    await expect(openLedger(portal.app.db, settings(null), silent)).rejects.toThrow(
      new RegExp(`sealed with the key ${old}.+LEDGER_KEY`),
    );
    const { code, output } = await runLedgerVerify(portal.app);
    expect([code, output]).toEqual([1, expect.stringContaining(`sealed with the key ${old}`)]);
  });
});
