import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../server/testing/app.ts';
import { rawCall } from '../../../server/testing/raw-call.ts';
import { buildAdmin, buildCustomer, buildPaidFile, PRICED, readBalance } from '../../../server/testing/stories.ts';
import * as accounts from '../../accounts/accounts.calls.ts';
import * as credits from '../../credits/credits.calls.ts';
import * as dashboard from '../../staff/dashboard/dashboard.calls.ts';
import type { FileSummary, HistoryEntry, FileDetail } from '../file.ts';
import * as files from '../files.calls.ts';
import * as review from '../review/review.calls.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { buildFile } from './files.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage({ movesMoney: true });

describe('downloads', () => {
  test.each([
    ['plain.bin', 'plain.bin', 'plain.bin'],
    ['Golf 5 "GTI".bin', 'Golf 5 _GTI_.bin', 'Golf%205%20%22GTI%22.bin'],
    [
      'Датотека ЕЦУ.bin',
      '________ ___.bin',
      '%D0%94%D0%B0%D1%82%D0%BE%D1%82%D0%B5%D0%BA%D0%B0%20%D0%95%D0%A6%D0%A3.bin',
    ],
    ["it's (1)*.bin", "it's (1)*.bin", 'it%27s%20%281%29%2A.bin'],
    ['100%25; a=b\\c.bin', '100_25; a=b_c.bin', '100%2525%3B%20a%3Db%5Cc.bin'],
    ['line\r\nset-cookie: x=1.bin', 'line__set-cookie: x=1.bin', 'line%0D%0Aset-cookie%3A%20x%3D1.bin'],
    ['broken \uD800 pair.bin', 'broken _ pair.bin', 'broken%20%EF%BF%BD%20pair.bin'],
    ['Ünïcödé 🚗.bin', '_n_c_d_ __.bin', '%C3%9Cn%C3%AFc%C3%B6d%C3%A9%20%F0%9F%9A%97.bin'],
  ])(
    '%j: returns the same bytes as an attachment with its own name, never cached or sniffed',
    { tags: ['X-API-21', 'X-API-22'] },
    async (name, plain, encoded) => {
      const [bytes, modBytes] = [randomBytes(100_000), randomBytes(70_000)];
      const file = await buildPaidFile(app.deps, { bytes, modBytes, file_name: name, mod_file_name: name });
      for (const [endpoint, expected] of [
        [files.downloadOriginal, bytes],
        [files.downloadModified, modBytes],
      ] as const) {
        const reply = await app.call(endpoint, { id: file.id }, admin);
        expect(reply.status).toBe(200);
        expect(Buffer.from(reply.bytes).equals(expected)).toBe(true);
        expect(Object.fromEntries(reply.headers)).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-length': String(expected.length),
          'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        expect(reply.headers.get('set-cookie')).toBeNull();
      }
    },
  );

  test('the owner can always download the original, in every state of the file', { tags: ['X-STA-10'] }, async () => {
    const customer = await buildCustomer(app.deps);
    const states = [
      { status: 'PENDING' },
      { status: 'CANCELED', status_before_cancel: 'PENDING' },
      { status: 'NOT_SUPPORTED_SOLUTION', feasible: 'NOT_POSSIBLE', status_before_cancel: 'IN_PROGRESS' },
      PRICED,
    ] as const;
    for (const state of states) {
      const file = await buildFile(app, { ...state, user_id: customer.id });
      expect((await app.call(files.downloadOriginal, { id: file.id }, customer)).status).toBe(200);
    }
  });

  test('neither a range nor a HEAD request unlocks an unpaid file', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildFile(app, { ...PRICED, user_id: customer.id });
    const path = `/api/files/${file.id}/download-mod-file`;
    const ranged = await rawCall(app.url, {
      method: 'GET',
      path,
      token: customer.token,
      headers: { range: 'bytes=0-10' },
    });
    expect([ranged.status, JSON.parse(ranged.text)]).toEqual([
      400,
      { code: 'files.modified_unavailable', message: 'The modified file is not available.' },
    ]);
    expect((await rawCall(app.url, { method: 'HEAD', path, token: customer.token })).status).toBe(405);
  });

  test('an administrator can always download an existing modified file, and gets 404 without one', async () => {
    const [unpaid, bare] = [await buildFile(app, PRICED), await buildFile(app)];
    expect((await app.call(files.downloadModified, { id: unpaid.id }, admin)).status).toBe(200);
    expect((await app.call(files.downloadModified, { id: bare.id }, admin)).status).toBe(404);
  });

  test('the customer’s first download marks a paid file as delivered', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildPaidFile(app.deps, { user_id: customer.id });
    const deliveredAt = async () =>
      (await app.db.selectFrom('files').select('delivered_at').where('id', '=', file.id).executeTakeFirstOrThrow())
        .delivered_at;
    await app.call(files.downloadModified, { id: file.id }, admin);
    expect(await deliveredAt()).toBeNull();
    await app.call(files.downloadModified, { id: file.id }, customer);
    const first = await deliveredAt();
    expect(first).not.toBeNull();
    await app.call(files.downloadModified, { id: file.id }, customer);
    expect(await deliveredAt()).toBe(first);
  });

  test('a download that could not begin has delivered nothing', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await buildPaidFile(app.deps, { user_id: customer.id });
    const stored = app.db.selectFrom('files').select(['mod_file_key', 'delivered_at']).where('id', '=', id);
    await app.deps.storage.discard((await stored.executeTakeFirstOrThrow()).mod_file_key as string);
    expect((await app.call(files.downloadModified, { id }, customer)).status).toBe(500);
    expect((await stored.executeTakeFirstOrThrow()).delivered_at).toBeNull();
  });
});

describe('lists', () => {
  test('customers see their own files, newest first; staff see all', { tags: ['X-API-17', 'X-API-36'] }, async () => {
    const [one, two] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const built = [];
    for (const owner of [one, two, one]) built.push(await buildFile(app, { user_id: owner.id }));
    const [first, foreign, last] = built.map(({ id }) => id);
    const own = (await app.call(files.listUserFiles, { id: one.id }, one)).body as FileSummary[];
    expect(own.map(({ id }) => id)).toEqual([last, first]);
    const seen = own.map((file) => ({
      ...file,
      user_id: one.id,
      assignee_id: null,
      waits_since: expect.any(String),
    }));
    expect((await app.call(files.listUserFiles, { id: one.id }, admin)).body).toEqual(seen);
    const all = (await app.call(files.listFiles, {}, admin)).body as FileSummary[];
    expect(all.slice(0, 3).map(({ id, username }) => [id, username])).toEqual([
      [last, one.username],
      [foreign, two.username],
      [first, one.username],
    ]);
  });

  test('the history is newest first and holds every version', { tags: ['X-API-20'] }, async () => {
    const file = await buildFile(app);
    for (const name of ['first.bin', 'second.bin']) {
      await app.call(
        review.uploadModified,
        { id: file.id },
        { token: admin.token, file: { name, bytes: randomBytes(10) } },
      );
    }
    const history = (await app.call(files.listFileHistory, { id: file.id }, admin)).body as HistoryEntry[];
    expect(history.map(({ kind, file_name }) => [kind, file_name])).toEqual([
      ['MODIFIED', 'second.bin'],
      ['MODIFIED', 'first.bin'],
      ['ORIGINAL', 'VW_Golf_5_19TDI_EDC16U34.bin'],
    ]);
  });
});

test('staff get what was not understood in the words of an order; its owner does not', async () => {
  const customer = await buildCustomer(app.deps);
  const { id } = await buildFile(app.deps, { user_id: customer.id, solution: 'DTC OFF,DTC:P0401 P04XX' });
  const composeArgs = async (user: typeof customer) =>
    ((await app.call(files.getFile, { id }, user)).body as FileDetail).file.not_understood;
  expect([await composeArgs(admin), await composeArgs(customer)]).toEqual([['P04XX'], undefined]);
});

describe('deleting a file', { tags: ['X-API-37', 'X-ERR-45'] }, () => {
  test('hides it everywhere, refunds nothing, and leaves the ledger unchanged', async () => {
    const customer = await buildCustomer(app.deps, 20);
    const file = await buildPaidFile(app.deps, { user_id: customer.id });
    const ledger = async () =>
      (await app.call(credits.listUserLedger, { userId: customer.id }, customer)).body as credits.Ledger;
    const before = await ledger();
    const reply = await app.call(files.deleteFile, { id: file.id }, admin);
    expect([reply.status, reply.body.message]).toEqual([200, 'File deleted successfully!']);
    const target = { id: file.id, feasible: 'POSSIBLE', price: 150 };
    const attached = { name: 'm.bin', bytes: randomBytes(3) };
    for (const [endpoint, caller] of [
      [files.getFile, customer],
      [files.getFile, admin],
      [files.listFileHistory, admin],
      [files.downloadOriginal, customer],
      [files.startWork, admin],
      [files.undoStartWork, admin],
      [files.downloadModified, customer],
      [files.downloadModified, admin],
      [files.cancelFile, customer],
      [files.cancelFile, admin],
      [files.undoCancel, admin],
      [files.confirmAndPay, customer],
      [review.uploadModified, admin],
      [review.setFeasibility, admin],
      [files.deleteFile, admin],
    ] as const) {
      const gone = await app.call(endpoint, target, { token: caller.token, file: attached });
      expect([endpoint.path, gone.status]).toEqual([endpoint.path, 404]);
    }
    expect((await app.call(files.listUserFiles, { id: customer.id }, customer)).body).toEqual([]);
    const all = (await app.call(files.listFiles, {}, admin)).body as FileSummary[];
    expect(all.map(({ id }) => id)).not.toContain(file.id);
    // Only the link to the file is removed.
    const rows = before.credits_ledger.map((row) => ({ ...row, open_file_id: null }));
    expect(await ledger()).toEqual({ ...before, credits_ledger: rows });
    expect(await readBalance(app, customer.id)).toBe(20);
  });
});

describe('the dashboards', { tags: ['X-API-28', 'X-API-41'] }, () => {
  test(
    'count files by outcome and list unfinished files and open tickets; customers see only their own',
    { tags: ['X-STA-07', 'X-ENT-12'] },
    async () => {
      const island = await startTestApp();
      const [boss, one, two] = [
        await buildAdmin(island.deps),
        await buildCustomer(island.deps),
        await buildCustomer(island.deps),
      ];
      const user_id = one.id;
      const pending = await buildFile(island, { user_id });
      const priced = await buildFile(island, { user_id, ...PRICED });
      await buildPaidFile(island.deps, { user_id, status: 'COMPLETED' });
      await buildFile(island, { user_id, status: 'CANCELED', status_before_cancel: 'PENDING' });
      await buildFile(island, {
        user_id,
        status: 'NOT_SUPPORTED_SOLUTION',
        feasible: 'NOT_POSSIBLE',
        status_before_cancel: 'IN_PROGRESS',
      });
      const refunded = await buildPaidFile(island.deps, { user_id });
      await island.call(files.cancelFile, { id: refunded.id }, boss);
      const deleted = await buildFile(island, { user_id, ...PRICED });
      await island.call(files.deleteFile, { id: deleted.id }, boss);
      const foreign = await buildFile(island, { user_id: two.id });
      const closing = { status: 'CLOSED', closing_date: new Date() } as const;
      await buildTicket(island, { file_id: pending.id, subject: 'Open one' });
      await buildTicket(island, { file_id: priced.id, subject: 'Closed one', ...closing });
      await buildTicket(island, { file_id: foreign.id, subject: 'Foreign one' });

      const shown = ({ files: list, tickets, ...counts }: dashboard.Dashboard) => ({
        ...counts,
        files: list.map(({ id }) => id),
        tickets: tickets.map(({ subject }) => subject),
      });
      const own = await island.call(dashboard.getUserDashboard, { userId: one.id }, one);
      // Processed and completed count; the deleted one does not.
      const expected = {
        processed: 1,
        completed: 2,
        refunded: 1,
        canceled: 1,
        capped: [],
        files: [priced.id, pending.id],
        tickets: ['Open one'],
      };
      expect(shown(own.body as dashboard.Dashboard)).toEqual(expected);
      const seen = await island.call(dashboard.getUserDashboard, { userId: one.id }, boss);
      expect(seen.body).toEqual(own.body);
      const everybody = await island.call(dashboard.getDashboard, {}, boss);
      expect(shown(everybody.body as dashboard.Dashboard)).toEqual({
        ...expected,
        files: [foreign.id, priced.id, pending.id],
        tickets: ['Foreign one', 'Open one'],
      });
      expect((await island.call(dashboard.getUserDashboard, { userId: one.id }, two)).status).toBe(404);
      await island.stop();
    },
  );
});

describe('polled responses', () => {
  test('are 304 without a body until something changes', { tags: ['X-API-08', 'X-API-19'] }, async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildFile(app, { user_id: customer.id });
    const polled = [
      {
        endpoint: files.getFile,
        input: { id: file.id },
        change: () => app.call(files.startWork, { id: file.id }, admin),
      },
      {
        endpoint: accounts.getMyUser,
        input: {},
        change: () =>
          app.call(
            accounts.updateMyUser,
            { username: 'Renamed', phone: '+1 213 373 4253', country: 'Malta' },
            customer,
          ),
      },
    ];
    for (const { endpoint, input, change } of polled) {
      const poll = (etag: string | null) =>
        app.call(endpoint, input, {
          token: customer.token,
          ...(etag === null ? {} : { headers: { 'if-none-match': etag } }),
        });
      const first = await poll(null);
      const etag = first.headers.get('etag');
      expect([first.status, etag, first.headers.get('cache-control')]).toEqual([
        200,
        expect.stringMatching(/^"[^"]+"$/),
        'no-store',
      ]);
      const same = await poll(etag);
      expect([same.status, same.bytes.length, same.headers.get('etag')]).toEqual([304, 0, etag]);
      await change();
      const changed = await poll(etag);
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(etag);
      expect(changed.body).not.toEqual(first.body);
    }
  });

  test('do not match another customer’s ETag: two customers never share a response', async () => {
    const [one, two] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const etag = (await app.call(accounts.getMyUser, {}, one)).headers.get('etag') as string;
    const reply = await app.call(accounts.getMyUser, {}, { token: two.token, headers: { 'if-none-match': etag } });
    expect([reply.status, reply.body.id]).toEqual([200, two.id]);
  });
});
