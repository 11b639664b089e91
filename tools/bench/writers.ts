// Chat messages a second by sixteen writers at once, and how long another server takes to hear of them: announced, and not
// noted at all, in turns. npm run bench -- writers [rounds]
import { sql } from 'kysely';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildTicket } from '../../features/tickets/server/tickets.factory.ts';
import { connect } from '../../server/database/connect.ts';
import { openEventFeed, type EventFeed } from '../../server/events/event-feed.ts';
import type { Deps } from '../../server/http/call.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { databaseMs, withBenchDatabase } from './bench-portal.ts';
import { median } from './write-section.ts';
import { headline } from './write-section.ts';

const WRITERS = 16;
const ROUND_MS = 3000;
const ROUNDS = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 3);
const MODES = ['trigger', 'nobody'] as const;

interface Round {
  perSecond: number;
  latestMs: number;
  /** Processor time of PostgreSQL for a thousand messages. */
  processorMs: number;
}

async function play(
  { url, folder }: { url: string; folder: string },
  mode: (typeof MODES)[number],
  tickets: readonly number[],
): Promise<Round> {
  const connection = connect(url, WRITERS);
  const [own, other] = [openEventFeed(url), openEventFeed(url)];
  const sentAt = new Map<number, number>();
  let latestMs = 0;
  const hear = ({ id }: { id: number }) => {
    latestMs = Math.max(latestMs, performance.now() - (sentAt.get(id) ?? Infinity));
    sentAt.delete(id);
  };
  for (const feed of [own, other])
    await feed.listen({ id: 0, role: 'ADMIN', staff_capabilities: null }, feed === other ? hear : () => undefined);
  const [startedAt, usedBefore] = [performance.now(), databaseMs(folder)];
  let sent = 0;
  const write = async (ticket: number, feed: EventFeed) => {
    while (performance.now() - startedAt < ROUND_MS) {
      await sql`insert into ticket_messages (ticket_id, user_id, message)
                select id, user_id, 'It is ready.' from tickets where id = ${ticket}`.execute(connection.db);
      if (mode !== 'nobody' && !sentAt.has(ticket)) sentAt.set(ticket, performance.now());
      // As every call does before it replies.
      if (mode !== 'nobody') await feed.catchUp();
      sent += 1;
    }
  };
  await Promise.all(tickets.map((ticket) => write(ticket, own)));
  const perSecond = sent / ((performance.now() - startedAt) / 1000);
  const processorMs = ((databaseMs(folder) - usedBefore) / sent) * 1000;
  await Promise.all([own.stop(), other.stop(), connection.close()]);
  return { perSecond, latestMs, processorMs };
}

await withBenchDatabase(
  async (url, folder) => {
    const connection = connect(url, 2);
    const { db } = connection;
    const deps = { db, storage: await openFileStorage(folder) } as unknown as Deps;
    const tickets: number[] = [];
    for (let at = 0; at < WRITERS; at += 1) {
      const { id } = await buildTicket(deps, { file_id: (await buildFile(deps)).id });
      tickets.push(id);
    }
    const found = new Map(MODES.map((mode) => [mode, [] as Round[]]));
    const setNoting = (how: string) => sql`alter table ticket_messages ${sql.raw(how)} trigger user`.execute(db);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const mode of MODES) {
        if (mode === 'nobody') await setNoting('disable');
        found.get(mode)?.push(await play({ url, folder }, mode, tickets));
        if (mode === 'nobody') await setNoting('enable');
      }
    }
    console.log(`${headline('npm run bench -- writers')}\n`);
    for (const [mode, rounds] of found) {
      const latest =
        mode === 'nobody' ? '' : `, heard of within ${Math.max(...rounds.map((one) => one.latestMs)).toFixed(0)} ms`;
      console.log(
        `announced by ${mode}: ${median(rounds.map((one) => one.perSecond)).toFixed(0)} messages/s, ${median(rounds.map((one) => one.processorMs)).toFixed(0)} ms of PostgreSQL's processor for a thousand${latest}`,
      );
    }
    await connection.close();
  },
  { durable: true },
);
