// How fast mails and push messages are sent, with a database that flushes every commit: npm run bench -- mail [--write]
import { fork, type ChildProcess } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../app/server/read-config.ts';
import { connect, type Connection } from '../../server/database/connect.ts';
import { removeCluster } from '../../server/database/cluster-owner.ts';
import { startEmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { sendJobs, startWorkers } from '../../server/jobs.ts';
import { deliverMail } from '../../server/mail/deliver.ts';
import { resendWaiting } from '../../server/mail/outbox.ts';
import { openMailTransport } from '../../server/mail/transport.ts';
import { deliverPush } from '../../server/push/deliver.ts';
import { openSecrets } from '../../server/secrets.ts';
import { keepPushKeys, openPushTransport } from '../../server/push/transport.ts';
import type { Received } from './mail/receivers.ts';
import { writeSection } from './write-section.ts';

const MAILS = 2000;
const ACCOUNT_MAILS = 50;
const PUSHES = 2000;

type Db = Connection['db'];

/**
 * Posts the mails that wait to be sent; those about accounts are the newest, so only their priority moves them forward.
 */
async function postMails(db: Db): Promise<void> {
  const body = 'A line of text as in a mail of the portal. '.repeat(20);
  await sql`insert into mails (key, recipient, subject, text_body, html_body, priority)
    select 'bench-' || n, case when n > ${MAILS - ACCOUNT_MAILS} then 'account' else 'file' end || n || '@example.com',
           'A subject', ${body}::text, ${body}::text, case when n > ${MAILS - ACCOUNT_MAILS} then 10 else 0 end
      from generate_series(1, ${MAILS}::int) n`.execute(db);
  await resendWaiting(db);
}

async function postPushes(db: Db, pushPort: number): Promise<void> {
  const { id: user_id } = await buildUser({ db });
  const browser = createECDH('prime256v1');
  const [session] = await db
    .insertInto('sessions')
    .values({ id: 'bench', user_id, expires_at: new Date(Date.now() + 3_600_000) })
    .returning('id')
    .execute();
  const subscription = await db
    .insertInto('push_subscriptions')
    .values({
      user_id,
      session_id: session?.id ?? '',
      endpoint: `https://127.0.0.1:${pushPort}/1`,
      p256dh: browser.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const push = { subscription_id: subscription.id, title: 'Tunedesk', body: 'New prices from Monday on', url: '/' };
  const posted = await db
    .insertInto('pushes')
    .values(Array.from({ length: PUSHES }, () => push))
    .returning('id')
    .execute();
  await sendJobs(db, 'deliver-push', posted);
}

async function countUntil(child: ChildProcess, isDone: (counts: Received) => boolean): Promise<Received> {
  for (;;) {
    child.send('count');
    const [counts] = (await once(child, 'message')) as [Received];
    if (isDone(counts)) return counts;
    await sleep(20);
  }
}

/** Returns the rate per second, from the start of the workers until the last item has arrived. */
async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return Math.round(count / ((performance.now() - beganAt) / 1000));
}

const receivers = fork(fileURLToPath(new URL('mail/receivers.ts', import.meta.url)), { execArgv: [] });
const [{ smtpPort, pushPort }] = (await once(receivers, 'message')) as [{ smtpPort: number; pushPort: number }];
const dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-bench-'));
const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database'), log: () => undefined });
try {
  await migrate(database.url);
  const connection = connect(database.url);
  const { db } = connection;
  const deps = { db, clock: systemClock };
  const send = openMailTransport({ ...readConfig({}, dataDir), smtpUrl: `smtp://127.0.0.1:${smtpPort}` });
  const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  const sendPush = openPushTransport(
    await keepPushKeys(await openSecrets(db, { dataDir, secretsKey: null })),
    'https://portal.example.com',
    agent,
  );
  const fail = () => undefined;

  await postMails(db);
  let counts: Received | undefined;
  const mails = await timed(MAILS, async () => {
    const workers = await startWorkers(database.url, { 'deliver-mail': (id) => deliverMail(deps, send, id) }, fail);
    counts = await countUntil(receivers, (now) => now.mails >= MAILS);
    await workers.stop();
  });
  await postPushes(db, pushPort);
  const pushes = await timed(PUSHES, async () => {
    const workers = await startWorkers(database.url, { 'deliver-push': (id) => deliverPush(deps, sendPush, id) }, fail);
    await countUntil(receivers, (now) => now.pushes >= PUSHES);
    await workers.stop();
  });
  send.close();
  await connection.close();

  const figures = [
    `${mails} mails/s to a local SMTP server (aim: 50); the ${ACCOUNT_MAILS} mails about accounts, posted last, had all arrived after ${counts?.lastAccountMail} of ${MAILS} mails.`,
    `${pushes} pushes/s to a local push service over TLS (aim: 50).`,
  ];
  for (const figure of figures) console.log(figure);
  if (process.argv.includes('--write')) {
    writeSection('Mails and pushes', [
      `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- mail --write\` · Node ${process.versions.node}, 2 cores, load average ${loadavg()[0]?.toFixed(1)}`,
      `${MAILS} mails and then ${PUSHES} pushes wait in the database when the workers start; counted by the receivers, which are a process of their own on the same machine. Every mail is a transaction that is flushed to disk.`,
      ...figures,
    ]);
  }
  if (mails < 50 || pushes < 50) process.exitCode = 1;
} finally {
  await database.stop();
  removeCluster(join(dataDir, 'database'));
  rmSync(dataDir, { recursive: true, force: true });
  receivers.disconnect();
}
