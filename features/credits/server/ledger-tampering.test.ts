import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAttackedPortal, TAMPERINGS, type AttackedPortal, type Tampering } from './attacked-ledger.factory.ts';

describe('with the server’s database role', () => {
  // All tests share one portal: each has to end with a ledger without faults.
  let portal: AttackedPortal;
  beforeAll(async () => {
    portal = await openAttackedPortal();
  });
  afterAll(() => portal.app.stop());

  test.each(Object.entries(TAMPERINGS))('%s of the ledger is refused and changes nothing', async (_, { attack }) => {
    expect(await portal.run(portal.app.databaseUrl, attack)).toMatch(/permission denied|must be owner/);
    expect(await portal.findFaults()).toEqual([]);
  });
});

describe('with the role of the table owner', () => {
  test('an updated entry of the ledger is found', async () => {
    const other = await openAttackedPortal();
    try {
      const { attack, opened } = TAMPERINGS['an updated entry'] as Tampering;
      expect(await other.findFaults()).toEqual([]);
      expect(await other.run(other.app.ownerUrl, `${opened};${attack}`)).toBeNull();
      expect((await other.findFaults()).length).toBeGreaterThan(0);
    } finally {
      await other.app.stop();
    }
  });
});
