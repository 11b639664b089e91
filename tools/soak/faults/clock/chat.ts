import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sendMessage } from '../../../../features/tickets/tickets.contract.ts';
import { buildFile } from '../../../../features/files/server/files.factory.ts';
import { buildTicket } from '../../../../features/tickets/server/tickets.factory.ts';
import { callEndpoint } from '../../../../server/testing/app.ts';
import { depsOf } from '../../soak-deps.ts';
import type { SoakPortal } from '../../soak-portal.ts';
import { count, type Statuses } from '../uploader.ts';

/** Stays within the limit of 20 messages per minute and customer. */
const EVERY_MS = 3200;

/** Texts of messages that were acknowledged. */
export type Sent = Set<string>;

/** Lets each customer write in their own ticket, one message after the other, until `isOver`. */
export async function startChats(portal: SoakPortal, customers: readonly { id: number; token: string }[]) {
  const deps = await depsOf(portal);
  const tickets: { ticketId: number; token: string }[] = [];
  for (const { id, token } of customers) {
    const file = await buildFile(deps, { user_id: id });
    tickets.push({ ticketId: (await buildTicket(deps, { file_id: file.id })).id, token });
  }
  const sent: Sent = new Set();
  const statuses: Statuses = new Map();
  const chat = async (ticketId: number, token: string, isOver: () => boolean) => {
    while (!isOver()) {
      const message = `message ${randomUUID()} of ticket ${ticketId}`;
      const status = await callEndpoint(portal.url, sendMessage, { id: ticketId, message }, { token }).then(
        (reply) => reply.status,
        () => 0,
      );
      count(statuses, status);
      if (status === 201) sent.add(message);
      await sleep(EVERY_MS);
    }
  };
  const until = (isOver: () => boolean) =>
    Promise.all(tickets.map(({ ticketId, token }) => chat(ticketId, token, isOver)));
  return { sent, statuses, until };
}

export async function findLostMessages({ db }: SoakPortal, sent: Sent): Promise<string[]> {
  const { rows } = await sql<{ message: string; times: number }>`
    select message, count(*)::int as times from ticket_messages group by message`.execute(db);
  const times = new Map(rows.map((row) => [row.message, row.times]));
  return [...sent]
    .filter((message) => times.get(message) !== 1)
    .map((message) => `${message} is there ${times.get(message) ?? 0} times`);
}
