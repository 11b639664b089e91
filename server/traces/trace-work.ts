import type pg from 'pg';
import type { MailTransport } from '../mail/transport.ts';
import { runTraced, runTracedWithin } from './trace.ts';

const MAX_STATEMENT_LENGTH = 2000;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');

/** Records a span for each statement of a call or a job: its text, which has placeholders, and no values. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    // Statements with a callback are the driver's own and take no time of a call.
    if (typeof parameters.at(-1) === 'function') return query(...parameters);
    const text = textOf(parameters[0]);
    if (text === '') return query(...parameters);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH) };
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
    return runTracedWithin({ name, kind: 'client', attributes }, async () => query(...parameters));
  }) as typeof client.query;
}

type Handler = (id: number, signal: AbortSignal) => Promise<void>;

/** Returns the same job handlers, each in a span of its own. */
export const traceJobs = <Work extends object>(work: Work): Work =>
  Object.fromEntries(
    Object.entries(work as Record<string, Handler>).map(([name, handle]) => [
      name,
      (id: number, signal: AbortSignal) =>
        runTraced({ name: `job ${name}`, kind: 'internal', attributes: { 'tunedesk.id': id } }, () =>
          handle(id, signal),
        ),
    ]),
  ) as Work;

/** Returns the same transport, traced; a span has nothing of a mail but its number. */
export function traceMail(transport: MailTransport): MailTransport {
  const send: MailTransport = Object.assign(
    (message: Parameters<MailTransport>[0]) =>
      runTraced({ name: 'send mail', kind: 'client', attributes: { 'tunedesk.id': message.id } }, () =>
        transport(message),
      ),
    { close: () => transport.close() },
  );
  return send;
}
