import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { raiseNotice } from '../../features/shop/notices/server/notices.ts';
import { MONITOR_TOKEN } from '../../server/testing/read-health.ts';
import { buildAdmin, buildCustomer } from '../../server/testing/stories.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage();

const ask = async (token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await fetch(`${app.url}/api/health`, { headers });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

const ALIVE = { status: 200, body: { status: 'ok' } };

describe('while something is wrong with the portal', () => {
  beforeEach(() => raiseNotice(app.db, { kind: 'storage.unreferenced', details: { files: 30, percent: 12 } }));

  test('the public health report says that the portal lives, and nothing else', async () => {
    expect(await ask()).toEqual(ALIVE);
  });

  test('customers, ended sessions and wrong tokens learn no more from it than the public', async () => {
    const { token } = await buildCustomer(app.deps);
    const ended = await buildAdmin(app.deps);
    await app.db.deleteFrom('sessions').where('user_id', '=', ended.id).execute();
    for (const one of [token, ended.token, 'x', `${MONITOR_TOKEN}x`]) expect(await ask(one)).toEqual(ALIVE);
  });

  test('administrators and monitoring with the metrics token read every part of it', async () => {
    const { token } = await buildAdmin(app.deps);
    for (const one of [token, MONITOR_TOKEN]) {
      expect(await ask(one)).toMatchObject({
        status: 200,
        body: {
          status: 'notices',
          database: 'ok',
          ledger: 'unverified',
          notices: ['storage.unreferenced'],
          disk: { free_mb: expect.any(Number) as number },
          ledger_check: { status: 'unchecked' },
          files: { status: 'unchecked' },
          backup: { status: 'off' },
        },
      });
    }
  });
});

test('a stopped ledger makes the public report 503 without the reason', async () => {
  await app.db.insertInto('credit_alarms').values({ finding: 'journal 1 has no entries' }).execute();
  onTestFinished(async () => void (await app.ownerDb.deleteFrom('credit_alarms').execute()));
  expect(await ask()).toEqual({ status: 503, body: { status: 'unavailable' } });
  expect(await ask(MONITOR_TOKEN)).toMatchObject({ status: 503, body: { status: 'ledger', ledger: 'stopped' } });
});
