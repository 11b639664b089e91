// A mail server that refuses, hangs, or replies 4xx or 5xx; and a portal that is killed while it sends.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSignedIn } from '../../../features/accounts/server/accounts.factory.ts';
import { depsOf } from '../soak-deps.ts';
import { SoakPortal } from '../soak-portal.ts';
import { callMeanwhile, medianAndP99, MOST_P99_MS } from './bystander.ts';
import type { Part } from './part.ts';
import { FaultySmtp, type Trouble } from './smtp/faulty-smtp.ts';
import { countArrivals, postMailing, postMails, readOutbox, type Sender } from './smtp/mails.ts';
import { NO_LIMITS, type Statuses } from './uploader.ts';

const MAILS = 20;
const TROUBLE_MS = 45_000;
/** A failed job is retried 15, 30 and 60 seconds later; one whose process was killed, after two to four minutes. */
const MOST_RECOVERY_MS = 300_000;
const KILLS = 10;
const MAILS_AT_KILLS = 150;
const SECONDS_OF_MAIL = 0.2;
/** At most four jobs of single mails (server/jobs.ts) and four of mailings are in progress at once. */
const UNDER_WAY = 4;

const TROUBLES: [Exclude<Trouble, 'none'>, string][] = [
  ['refused', 'connection refused'],
  ['silent', 'accepts and stays silent'],
  ['later', '451 for every mail'],
  ['later-for-one', '451 for a quarter of the recipients'],
  ['never-for-one', '550 for a quarter of the recipients'],
];

/** Every fourth address is one that the server may delay, and every fourth one that it may reject. */
const addressesOf = (count: number, host: string) =>
  Array.from({ length: count }, (_, at) => `${['ana', 'bob', 'later', 'gone'][at % 4]}${at}@${host}`);

interface Found {
  lines: string[];
  violations: string[];
}

export async function troubleMails(): Promise<Part> {
  const smtp = await FaultySmtp.open();
  const portal = await SoakPortal.open({ ...NO_LIMITS, SMTP_URL: smtp.url, PUBLIC_URL: 'https://soak.example.com' });
  try {
    await portal.startServer();
    return await run(portal, smtp);
  } finally {
    await portal.close();
    await smtp.close();
  }
}

async function run(portal: SoakPortal, smtp: FaultySmtp): Promise<Part> {
  const deps = await depsOf(portal);
  const { token: admin } = await buildSignedIn(deps, { role: 'ADMIN' });
  const { token: customer } = await buildSignedIn(deps);
  const addresses = addressesOf(8, 'users.example.com');
  for (const email of addresses) await buildSignedIn(deps, { email });
  const sender = { portal, admin, addresses };
  const statuses: Statuses = new Map();
  const measure = (isOver: () => boolean) => callMeanwhile({ url: portal.url, token: customer }, statuses, isOver);
  const found: Found = { lines: [], violations: [] };

  const until = performance.now() + TROUBLE_MS / 3;
  const before = medianAndP99(await measure(() => performance.now() > until));
  const took: number[] = [];
  for (const trouble of TROUBLES) {
    let isOver = false;
    const calls = measure(() => isOver);
    await goThrough(sender, smtp, trouble, found).finally(() => (isOver = true));
    took.push(...(await calls));
  }
  const during = medianAndP99(took.toSorted((one, other) => one - other));
  await killWhileSending(sender, smtp, found);

  const inMs = ({ median, p99 }: typeof before) => `${median.toFixed(1)} ms at the median, p99 ${p99.toFixed(1)} ms`;
  return {
    name: 'A mail server in trouble',
    found: [
      ...found.lines,
      `calls of a customer took ${inMs(before)} before, ${inMs(during)} in all five (${took.length} calls)`,
    ],
    violations: [
      ...found.violations,
      ...(during.p99 > MOST_P99_MS ? [`p99 of the customer is ${during.p99.toFixed(0)} ms`] : []),
      ...[...statuses].filter(([status]) => status !== 200).map(([status, times]) => `${times} replies with ${status}`),
      ...portal.faults,
    ],
  };
}

/** Waits until no mail is waiting; returns how many seconds that took. */
async function untilSent({ portal }: Sender, after: number): Promise<number> {
  const beganAt = performance.now();
  while ((await readOutbox(portal, after)).waiting > 0 && performance.now() - beganAt < MOST_RECOVERY_MS)
    await sleep(200);
  return (performance.now() - beganAt) / 1000;
}

async function goThrough(
  sender: Sender,
  smtp: FaultySmtp,
  [trouble, name]: [Trouble, string],
  { lines, violations }: Found,
): Promise<void> {
  const { lastId } = await readOutbox(sender.portal, 0);
  const from = smtp.accepted.length;
  await smtp.setTrouble(trouble);
  const gone = trouble === 'never-for-one';
  await postMails(sender, trouble, addressesOf(MAILS, 'single.example.com'));
  await postMailing(sender, trouble);
  await sleep(TROUBLE_MS);
  const meanwhile = smtp.accepted.length - from;
  await smtp.setTrouble('none');
  const seconds = await untilSent(sender, lastId);
  const { queued, sent, waiting, retried, failed, ids } = await readOutbox(sender.portal, lastId);
  const arrivals = countArrivals(smtp.accepted.slice(from));
  const doubles = [...arrivals.values()].filter((times) => times > 1).length;
  const once = arrivals.size - doubles;
  const expectedFailed = gone ? (MAILS + sender.addresses.length) / 4 : 0;
  const lost = ids.filter((id) => ![...arrivals.keys()].some((key) => key.startsWith(`mail-${id}@`)));
  lines.push(
    `${name} for ${TROUBLE_MS / 1000} s: ${queued} mails queued, ${meanwhile} delivered meanwhile, ${once} delivered once in the end, ` +
      `${retried} retried, ${failed} recorded as failed, ${doubles} doubles, all there ${seconds.toFixed(1)} s after the trouble`,
  );
  console.log(lines.at(-1));
  violations.push(
    ...(waiting > 0 ? [`${name}: ${waiting} mails still wait`] : []),
    ...(doubles > 0 ? [`${name}: ${doubles} mails came twice`] : []),
    ...(lost.length > 0 ? [`${name}: ${lost.length} mails count as sent and never came`] : []),
    ...(sent + failed !== queued || once !== sent
      ? [`${name}: ${queued} queued, ${sent} sent, ${once} arrived once`]
      : []),
    ...(failed === expectedFailed ? [] : [`${name}: ${failed} failed, not ${expectedFailed}`]),
    ...(gone && retried > 0 ? [`${name}: ${retried} mails were tried again`] : []),
  );
}

/**
 * Kills the portal (kill -9) while it sends: mails that the server accepted but the portal has not recorded are sent
 * again.
 */
async function killWhileSending(sender: Sender, smtp: FaultySmtp, { lines, violations }: Found): Promise<void> {
  const { portal } = sender;
  const { lastId } = await readOutbox(portal, 0);
  const from = smtp.accepted.length;
  smtp.delayMs = SECONDS_OF_MAIL * 1000;
  await postMails(sender, 'kills', addressesOf(MAILS_AT_KILLS, 'single.example.com'));
  const unrecorded = new Set<string>();
  let most = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const enough = smtp.accepted.length + 1 + Math.floor(Math.random() * 6);
    const giveUpAt = performance.now() + MOST_RECOVERY_MS;
    while (smtp.accepted.length < enough && performance.now() < giveUpAt) await sleep(2);
    await sleep(Math.random() * smtp.delayMs);
    await portal.killServer();
    // Mails that were in transit are accepted in the meantime.
    await sleep(2 * smtp.delayMs);
    const recorded = new Set((await readOutbox(portal, lastId)).ids.map((id) => `mail-${id}@soak.example.com`));
    const fresh = [...countArrivals(smtp.accepted.slice(from)).keys()].filter(
      (id) => !recorded.has(id) && !unrecorded.has(id),
    );
    for (const id of fresh) unrecorded.add(id);
    most = Math.max(most, fresh.length);
    await portal.startServer();
  }
  const seconds = await untilSent(sender, lastId);
  smtp.delayMs = 0;
  const { queued, sent, waiting, ids } = await readOutbox(portal, lastId);
  const arrivals = countArrivals(smtp.accepted.slice(from));
  const doubles = [...arrivals.values()].filter((times) => times > 1).length;
  const lost = ids.filter((id) => ![...arrivals.keys()].some((key) => key.startsWith(`mail-${id}@`)));
  lines.push(
    `${KILLS} times kill -9 while ${queued} mails are sent, four at once: ${arrivals.size - doubles} delivered once, ${doubles} doubles ` +
      `(the same message id; ${most} of ${UNDER_WAY} under way at most after one kill), ${queued - arrivals.size} lost, ` +
      `all there ${seconds.toFixed(1)} s after the last start`,
  );
  console.log(lines.at(-1));
  violations.push(
    ...(waiting > 0 || sent !== queued
      ? [`kills: ${waiting} mails still wait, ${sent} of ${queued} count as sent`]
      : []),
    ...(lost.length > 0 || arrivals.size !== queued ? [`kills: ${queued - arrivals.size} mails are lost`] : []),
    ...(doubles > KILLS * UNDER_WAY ? [`kills: ${doubles} doubles are more than what was under way`] : []),
    ...([...arrivals.values()].some((times) => times > KILLS + 1) ? ['kills: one mail came again and again'] : []),
  );
}
