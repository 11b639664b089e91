import { findOpenAlarm } from '../../features/credits/server/alarms.ts';
import { readCheckState } from '../../features/credits/server/check-state.ts';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { nextInQueue } from '../../features/tickets/server/queue.ts';
import { FILE_STATUSES } from '../../features/files/file-fields.ts';
import { countRows } from '../../server/database/list-counts.ts';
import type { Deps } from '../../server/http/call.ts';
import { jobGauges } from '../../server/metrics/job-gauges.ts';
import { addGauge, readOnce, type Metrics, type ReadGauge } from '../../server/metrics/metrics.ts';
import { findLastRun } from '../../server/backup/target/runs.ts';
import { findLastCheck } from '../../server/stored-files/check-runs.ts';

type GaugeDeps = Pick<Deps, 'db' | 'storage' | 'clock'>;

const secondsOf = (time: string | Date) => new Date(time).getTime() / 1000;

/** Adds gauges for the portal's own state, which are read on each scrape. */
export function addPortalGauges(metrics: Metrics, deps: GaugeDeps): void {
  for (const gauge of [
    ...workGauges(deps),
    ...ledgerGauges(deps),
    ...storageGauges(deps),
    ...backupGauges(deps),
    ...jobGauges(deps.db),
  ]) {
    addGauge(metrics, gauge);
  }
}

function workGauges({ db, clock, storage }: GaugeDeps): ReadGauge[] {
  const readQueue = readOnce(() => nextInQueue({ db }, null));
  return [
    {
      name: 'files',
      help: 'Files by status.',
      labelNames: ['status'],
      read: async () => {
        const { counts } = await countRows(db, { table: 'files', facets: { status: FILE_STATUSES } }, null);
        return Object.entries(counts['status'] ?? {}).map(([name, value]) => ({ labels: { status: name }, value }));
      },
    },
    {
      name: 'queue_files',
      help: 'Files that wait for staff.',
      read: async () => [{ value: (await readQueue()).waiting }],
    },
    {
      name: 'queue_oldest_seconds',
      help: 'How long the file that is next in the queue has waited; 0 when none waits.',
      read: async () => {
        const { since } = await readQueue();
        return [{ value: since === null ? 0 : clock.now().getTime() / 1000 - secondsOf(since) }];
      },
    },
    {
      name: 'notices',
      help: 'Open notices to the operator.',
      labelNames: ['kind'],
      read: async () => (await listNotices({ db, storage })).map(({ kind }) => ({ labels: { kind }, value: 1 })),
    },
  ];
}

function ledgerGauges({ db }: GaugeDeps): ReadGauge[] {
  const readLastCheck = readOnce(async () => (await readCheckState(db)).last);
  return [
    {
      name: 'ledger_stopped',
      help: '1 while a break of the ledger is known and no credits move.',
      read: async () => [{ value: (await findOpenAlarm(db)) === null ? 0 : 1 }],
    },
    {
      name: 'ledger_check_timestamp_seconds',
      help: 'When the last check of every entry of the ledger ended.',
      read: async () => {
        const last = await readLastCheck();
        return last === null ? [] : [{ value: secondsOf(last.ended_at) }];
      },
    },
    {
      name: 'ledger_check_findings',
      help: 'What the last check of every entry of the ledger found.',
      read: async () => {
        const last = await readLastCheck();
        return last === null ? [] : [{ value: last.findings }];
      },
    },
  ];
}

/** Gauges without a value until there is a backup. */
const backupGauges = ({ db }: GaugeDeps): ReadGauge[] => [
  {
    name: 'backup_timestamp_seconds',
    help: 'When the last good backup at BACKUP_TARGET began.',
    read: async () => {
      const run = await findLastRun(db, 'good');
      return run === undefined ? [] : [{ value: secondsOf(run.started_at) }];
    },
  },
];

function storageGauges({ db, storage }: GaugeDeps): ReadGauge[] {
  const readLastCheck = readOnce(() => findLastCheck(db));
  return [
    {
      name: 'disk_free_bytes',
      help: 'Free room where files are stored.',
      read: async () => [{ value: (await storage.space.measure()).freeBytes }],
    },
    {
      name: 'files_check_timestamp_seconds',
      help: 'When the last check of every stored file ended.',
      read: async () => {
        const check = await readLastCheck();
        return check?.finished_at ? [{ value: secondsOf(check.finished_at) }] : [];
      },
    },
    {
      name: 'files_check_findings',
      help: 'Stored files that the last check found missing or damaged.',
      labelNames: ['finding'],
      read: async () => {
        const check = await readLastCheck();
        if (check === undefined) return [];
        return (['missing', 'damaged'] as const).map((finding) => ({ labels: { finding }, value: check[finding] }));
      },
    },
    {
      name: 'quarantined_files',
      help: 'Stored files in quarantine.',
      read: async () => {
        const days = await storage.listQuarantineDays();
        const keys = await Promise.all(days.map((day) => storage.listQuarantined(day)));
        return [{ value: keys.flat().length }];
      },
    },
  ];
}
