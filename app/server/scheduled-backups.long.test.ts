import { beforeEach, expect, test, vi } from 'vitest';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { withSession } from '../../server/backup/session.ts';
import { noteRun } from '../../server/backup/target/runs.ts';
import { parseSchedule } from '../../server/backup/target/schedule.ts';
import { readHealth } from '../../server/testing/read-health.ts';
import { runDueBackup } from './scheduled-backups.ts';
import { app, openStage } from '../../server/testing/stage.ts';

const SCHEDULE = '02:30';
const schedule = parseSchedule(SCHEDULE);

openStage({ config: { backupSchedule: SCHEDULE, backupTarget: { folder: '/nowhere' } } });
beforeEach(async () => {
  await withSession(app.ownerUrl, (client) =>
    client.query(`truncate backup_runs; delete from installation;
      insert into installation (id, copy_id, created_at) values (gen_random_uuid(), gen_random_uuid(), '2026-01-01')`),
  );
});

const at = (text: string) => new Date(text);
const note = (startedAt: Date, isGood = true) =>
  withSession(app.ownerUrl, (client) =>
    noteRun(client, {
      startedAt,
      made: isGood
        ? {
            name: 'a backup',
            record: {
              format: 1,
              madeAt: startedAt.toISOString(),
              installation: 'this one',
              keyId: null,
              archive: '0'.repeat(32),
              index: '1'.repeat(32),
              files: 7,
              newFiles: 2,
              copiedBytes: 5_000_000_000,
            },
          }
        : null,
    }),
  );

type Make = () => Promise<number | null>;

async function keep(now: Date, makeBackup = vi.fn<Make>(async () => 0), attempts = { failedAt: null }) {
  const clock = { now: () => now };
  await runDueBackup({ ...app.deps, clock }, { schedule, makeBackup, attempts });
  const notices = (await listNotices(app.deps)).filter(({ kind }) => kind === 'backup.late');
  return { made: makeBackup.mock.calls.length, notices };
}

test('a backup is made when one is due, and not again before the next is', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const made = vi.fn<Make>(async () => {
    await note(tomorrow);
    return 0;
  });
  expect(await keep(tomorrow, made)).toEqual({ made: 1, notices: [] });
  expect(await keep(tomorrow, made)).toEqual({ made: 1, notices: [] });
});

test('administrators see a notice while the last good backup is too old, and health has its time', async () => {
  await note(at('2026-11-20T02:30:04Z'));
  const now = at('2026-11-24T12:00:00Z');
  const { made, notices } = await keep(
    now,
    vi.fn<Make>(async () => 1),
  );
  expect([made, notices[0]?.details]).toEqual([1, { last: '2026-11-20T02:30:04.000Z' }]);
  const health = async () => (await readHealth(app)).body.backup;
  expect(await health()).toMatchObject({ status: 'late', started_at: '2026-11-20T02:30:04.000Z' });
  await note(new Date());
  expect((await keep(new Date())).notices).toEqual([]);
  expect(await health()).toMatchObject({ status: 'ok' });
});

test('a failed backup is retried an hour later', async () => {
  await note(at('2026-11-20T02:30:04Z'));
  await note(new Date(), false);
  expect((await keep(new Date())).made).toBe(0);
  expect((await keep(new Date(Date.now() + 3_700_000))).made).toBe(1);
});

test('a backup that ended without a record, such as a killed one, is retried an hour later too', async () => {
  await note(at('2026-11-20T02:30:04Z'));
  const killed = vi.fn<Make>(async () => null);
  const attempts = { failedAt: null };
  const now = Date.now();
  expect((await keep(new Date(now), killed, attempts)).made).toBe(1);
  expect((await keep(new Date(now + 10_000), killed, attempts)).made).toBe(1);
  expect((await keep(new Date(now + 3_700_000), killed, attempts)).made).toBe(2);
});
