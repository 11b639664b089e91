import { expect, test } from 'vitest';
import type { Config } from '../../../server/config.ts';
import { readConfig } from '../../../app/server/read-config.ts';
import { listOperatorNotices, type OperatorNotice } from '../../shop/notices/notices.calls.ts';
import { noticePaymentMode } from './payment-config.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();

/** Returns what administrators read after a start with these variables. */
async function startWith(env: Record<string, string>): Promise<OperatorNotice[]> {
  const config: Config = readConfig(env, '/nowhere');
  await noticePaymentMode({ db: app.db, config });
  return (await app.call(listOperatorNotices, {}, admin)).body;
}

const PUBLIC_URL = 'https://tuning.example.com';

test('a start on a public address without PAYMENT_MODE raises an operator notice until a mode is chosen', async () => {
  expect(await startWith({ PUBLIC_URL })).toMatchObject([
    { kind: 'payments.off', details: { public_url: PUBLIC_URL } },
  ]);
  expect(await startWith({ PUBLIC_URL, PAYMENT_MODE: 'off' })).toEqual([]);
});

test('the sandbox raises an operator notice on a public address, but not on this machine', async () => {
  expect(await startWith({ PUBLIC_URL, PAYMENT_MODE: 'sandbox' })).toMatchObject([{ kind: 'payments.test_mode' }]);
  expect(await startWith({})).toEqual([]);
  expect(await startWith({ PUBLIC_URL: 'http://localhost:3000', PAYMENT_MODE: 'sandbox' })).toEqual([]);
});
