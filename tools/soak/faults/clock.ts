// The clock of the portal's machine jumps while customers upload, pay and chat; the database's clock does not. Requires
// Debian's faketime.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkEverything } from '../bank/checks.ts';
import { runClient } from '../bank/clients.ts';
import { emptyRecords } from '../bank/records.ts';
import { settleDown } from '../bank/settle-down.ts';
import { addFiles, addSessions, buildWorld } from '../bank/world.ts';
import { randomFrom } from '../ecu/random.ts';
import { SoakPortal } from '../soak-portal.ts';
import { buildAged, RETENTION } from './clock/aged.ts';
import { findLostMessages, startChats } from './clock/chat.ts';
import { FakeClock, findFakeTime } from './clock/fake-clock.ts';
import { openSessions } from './clock/sessions.ts';
import { describeStatuses, type Part } from './part.ts';
import { FaultySmtp } from './smtp/faulty-smtp.ts';
import { countArrivals, postMails, readOutbox } from './smtp/mails.ts';
import { findLost } from './stored.ts';
import { buildUploaders, NO_LIMITS, startUploading, uploadUntil, type Statuses } from './uploader.ts';

const NAME = "The clock of the portal's machine jumps, that of the database does not";
const HOUR = 3600;
const JUMPS: [string, number][] = [
  ['forward by a day', 24 * HOUR],
  ['back, to an hour ago', -HOUR],
  ['forward by a year', 365 * 24 * HOUR],
  ['back to the present', 0],
];
const BEFORE_MS = 2_000;
const AFTER_MS = 10_000;
const CLIENTS = 4;
const UPLOADERS = 1;
const CHATTERS = 4;
const MAILS = 10;
const MOST_DIFFERENCE_SECONDS = 10;
const MOST_MAIL_MS = 120_000;
/** Tolerance for a backup's time: its name contains the second it was made, and the program first has to start. */
const START_MS = 30_000;

export async function jumpClock(): Promise<Part> {
  const library = findFakeTime();
  if (library === null)
    return { name: NAME, found: ["not run: Debian's package faketime cannot be installed"], violations: [] };
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-clock-'));
  const clock = new FakeClock(library, folder);
  const smtp = await FaultySmtp.open();
  const backups = join(folder, 'backups');
  const portal = await SoakPortal.open({
    ...NO_LIMITS,
    ...RETENTION,
    ...clock.settings,
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://soak.example.com',
    BACKUP_TARGET: backups,
  });
  try {
    await portal.startServer();
    return await run(portal, { clock, smtp, backups });
  } finally {
    await portal.close();
    await smtp.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Means {
  clock: FakeClock;
  smtp: FaultySmtp;
  backups: string;
}

/** Returns how far the time in the replies is off, to find out whether the jump has reached the program. */
async function findOffSeconds({ url }: SoakPortal): Promise<number> {
  const { headers } = await fetch(`${url}/api/health`);
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000;
}

/** Runs the portal's age-based housekeeping under the current clock. */
async function keepHouse(portal: SoakPortal, backups: string): Promise<string[]> {
  const house = await portal.runBeside('tools/soak/faults/clock/keep-house.ts');
  const sweep = await portal.runBeside('tools/files-sweep.ts');
  const backupAt = Date.now();
  // The files of the bank test have no stored bytes.
  const backup = await portal.runBeside('tools/admin/backup.ts', '--allow-missing');
  const failed = { house, sweep, backup };
  const newest = (await readdir(join(backups, 'backups')).catch(() => [] as string[])).toSorted().at(-1) ?? '';
  const madeAt = Date.parse(newest.replace(/T(\d\d)-(\d\d)-(\d\d)Z.*$/, 'T$1:$2:$3Z'));
  return [
    ...Object.entries(failed)
      .filter(([name, { code, output }]) => code !== 0 || (name === 'house' && output !== ''))
      .map(([name, { code, output }]) => `${name} ended with ${code}: ${output.slice(0, 500)}`),
    ...(Math.abs(madeAt - backupAt) < START_MS ? [] : [`the newest backup is dated ${newest}`]),
  ];
}

/** Starts the work that continues while the clock jumps. */
async function openStage(portal: SoakPortal) {
  const world = await buildWorld(portal);
  return {
    portal,
    world,
    records: emptyRecords(),
    aged: await buildAged(portal),
    checkSessions: await openSessions(portal),
    uploading: startUploading(portal, await buildUploaders(portal, UPLOADERS)),
    chats: await startChats(portal, world.customers.slice(0, CHATTERS)),
    mailsFrom: (await readOutbox(portal, 0)).lastId,
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function run(portal: SoakPortal, means: Means): Promise<Part> {
  const stage = await openStage(portal);
  const violations: string[] = [];
  for (const jump of JUMPS) violations.push(...(await goThrough(stage, means, jump)));
  return describe(stage, means, violations);
}

/** Lets customers work before, during and after the jump. */
async function goThrough(stage: Stage, means: Means, jump: [string, number]): Promise<string[]> {
  const { portal, world, records, uploading, chats } = stage;
  const [name, offSeconds] = jump;
  await addFiles(portal, world, 400);
  await addSessions(portal, world, 2);
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    runClient({ portal, world, records, random: randomFrom(at + offSeconds) }, () => isOver),
  );
  const others = [uploadUntil(uploading, () => isOver), chats.until(() => isOver)];
  const found = await checkJump(stage, means, jump).finally(() => (isOver = true));
  await Promise.all([...clients, ...others]);
  console.log(`${name}: ${records.operations} operations, ${found.length} violations`);
  return found.map((one) => `${name}: ${one}`);
}

async function checkJump(
  { portal, aged, checkSessions }: Stage,
  { clock, backups }: Means,
  [name, offSeconds]: [string, number],
): Promise<string[]> {
  await sleep(BEFORE_MS);
  await clock.set(offSeconds);
  const off = await findOffSeconds(portal);
  const addresses = Array.from({ length: MAILS }, (_, at) => `ana${at}@single.example.com`);
  await postMails({ portal, admin: '', addresses: [] }, name, addresses);
  const found = await checkSessions();
  found.push(...(await keepHouse(portal, backups)));
  await sleep(AFTER_MS);
  found.push(...(await checkSessions()));
  const gone = aged.kinds - (await aged.young()).length;
  return [
    ...found,
    ...(gone > 0 ? [`${gone} things that are a day old are gone`] : []),
    ...(Math.abs(off - offSeconds) > MOST_DIFFERENCE_SECONDS ? [`the program is ${off} s off`] : []),
  ];
}

/** Waits until no mail is waiting. */
async function settleMails({ portal, mailsFrom }: Stage, { smtp }: Means) {
  const giveUpAt = performance.now() + MOST_MAIL_MS;
  while ((await readOutbox(portal, mailsFrom)).waiting > 0 && performance.now() < giveUpAt) await sleep(500);
  const { queued, waiting } = await readOutbox(portal, mailsFrom);
  const arrivals = countArrivals(smtp.accepted);
  return { queued, waiting, arrived: arrivals.size, doubles: smtp.accepted.length - arrivals.size };
}

async function describe(stage: Stage, means: Means, violations: readonly string[]): Promise<Part> {
  const { portal, records, aged, uploading, chats } = stage;
  await settleDown(portal);
  const mails = await settleMails(stage, means);
  const lost = [...(await findLost(portal, uploading.acknowledged)), ...(await findLostMessages(portal, chats.sent))];
  const broken = await checkEverything(portal.db, records);
  const leftOld = await aged.old();
  const refused = (statuses: Statuses, expected: number[], what: string) =>
    [...statuses].filter(([one]) => !expected.includes(one)).map(([one, times]) => `${times} ${what} with ${one}`);
  return {
    name: NAME,
    found: [
      `${JUMPS.map(([name]) => name).join(', ')}: libfaketime around the program and its commands; housekeeping, sweep of the stored files and a backup after each`,
      `${records.operations} operations of the bank test, ${uploading.acknowledged.size} uploads and ${chats.sent.size} messages were acknowledged, ${lost.length} of them are lost; ${broken.length} faults of the ledger`,
      `of ${aged.kinds} kinds of things that are removed by their age, those that are a day old stay, and those of ${aged.kinds - leftOld.length} kinds that are 400 days old are gone`,
      `${mails.queued} mails queued, ${mails.arrived - mails.doubles} delivered once, ${mails.doubles} doubles`,
      describeStatuses(uploading.statuses),
    ],
    violations: [
      ...violations,
      ...lost,
      ...broken,
      ...leftOld.map((what) => `${what} that is 400 days old was not removed`),
      ...(mails.waiting > 0 || mails.doubles > 0
        ? [`${mails.waiting} mails wait, ${mails.doubles} came more than once`]
        : []),
      ...refused(uploading.statuses, [201], 'uploads'),
      // Reaching a customer's limit per minute is not a fault.
      ...refused(chats.statuses, [201, 429], 'messages'),
      ...portal.faults,
    ],
  };
}
