import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../../server/http/call.ts';
import { readClient } from '../../../../server/http/client.ts';
import { HttpProblem, type Trace } from '../../../../server/http/replies.ts';
import { routeOf } from '../../../../server/http/request-log.ts';
import { LimitReached, Refusal } from '../../../../contract/refusal.ts';
import type { SecurityEventKind, SecurityReason } from '../security.calls.ts';
import { type RecordedEvent, type SecurityFields, fieldsOf, writeSecurityEvents } from './security.ts';

type Noted = Pick<RecordedEvent, 'event' | 'reason' | 'accountId' | 'entered'>;

export type Explanation = Pick<Noted, 'reason' | 'accountId'>;

interface Options {
  deps: Pick<Deps, 'db' | 'log'>;
  /** Finds out why a token was refused and whose it was. */
  explainToken: (request: FastifyRequest) => Promise<Explanation>;
}

export interface RefusedCalls {
  /** Records the error of a call if it belongs in the security log; returns immediately and writes later. */
  note(error: unknown, request: FastifyRequest): void;
  /** Resolves when everything recorded so far is written. */
  settled(): Promise<void>;
}

/** Limits the concurrent look-ups, so that a flood of tokens is not looked up one by one. */
const MAX_EXPLAINED_AT_ONCE = 2;

/** Writes refused sign-ins, tokens and calls into the security log. */
export function openRefusedCalls({ deps, explainToken }: Options): RefusedCalls {
  const queue = openEventQueue(deps);
  const explaining = new Set<Promise<void>>();
  const add = (noted: Noted, request: FastifyRequest) => {
    const fields = fieldsOf({
      actorId: request.actorId,
      ...noted,
      accountId: noted.accountId ?? request.actorId,
      client: readClient(request),
      call: `${request.method} ${routeOf(request)}`,
      detail: request.accessToken ?? '',
    });
    request.log.warn({ security: fields }, 'security event');
    queue.add(fields);
  };
  const explain = async (request: FastifyRequest): Promise<void> => {
    const why = await explainToken(request).catch((error: unknown): Explanation => {
      request.log.warn({ err: error }, 'why a token was refused cannot be read');
      return { reason: 'SESSION_ENDED' };
    });
    add({ event: 'TOKEN_REFUSED', ...why }, request);
  };
  return {
    note(error, request) {
      const noted = describe(error);
      if (noted === null) return;
      if (noted.event !== 'TOKEN_REFUSED' || noted.reason === 'LINK_SPENT') return add(noted, request);
      if (explaining.size >= MAX_EXPLAINED_AT_ONCE) return add(noted, request);
      const explained = explain(request).finally(() => explaining.delete(explained));
      explaining.add(explained);
    },
    async settled() {
      await Promise.all(explaining);
      await queue.settled();
    },
  };
}

/** Returns the security event of an error; null when there is none. */
function describe(error: unknown): Noted | null {
  if (error instanceof LimitReached) return { event: 'LIMITED', reason: 'CALL_LIMIT' };
  if (error instanceof Refusal) return REFUSALS[error.code] ?? null;
  if (!(error instanceof HttpProblem)) return null;
  if (error.status === 429) return traced({ event: 'LIMITED', reason: 'CALL_LIMIT' }, error.trace);
  const noted = PROBLEMS[error.code];
  return noted === undefined ? null : traced(noted, error.trace);
}

const noted = (event: SecurityEventKind, reason: SecurityReason): Noted => ({ event, reason });

const PROBLEMS: Record<string, Noted> = {
  'session.wrong_login': noted('LOGIN_FAILED', 'WRONG_PASSWORD'),
  'session.wrong_role': noted('FORBIDDEN', 'WRONG_ROLE'),
  'session.ended': noted('TOKEN_REFUSED', 'SESSION_ENDED'),
};

const REFUSALS: Record<string, Noted> = {
  'session.not_in_staff_role': noted('FORBIDDEN', 'WRONG_ROLE'),
  'staff-roles.needs_everything': noted('FORBIDDEN', 'WRONG_ROLE'),
  'access-tokens.not_allowed': noted('FORBIDDEN', 'ACCESS_TOKEN'),
  'accounts.wrong_current_password': noted('PASSWORD_WRONG', 'WRONG_PASSWORD'),
  'accounts.wrong_code': noted('PASSWORD_WRONG', 'WRONG_CODE'),
  'accounts.wrong_passkey': noted('PASSWORD_WRONG', 'WRONG_PASSKEY'),
  'accounts.wrong_password_to_link': noted('PASSWORD_WRONG', 'WRONG_PASSWORD'),
  'accounts.activation_link_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
  'accounts.reset_link_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
  'accounts.email_link_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
  'accounts.link_ticket_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
  'accounts.continuation_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
  'accounts.sign_in_ticket_spent': noted('TOKEN_REFUSED', 'LINK_SPENT'),
};

const traced = (found: Noted, { reason, account, accountId }: Trace = {}): Noted => ({
  event: found.event,
  reason: (reason as SecurityReason | undefined) ?? found.reason,
  ...(account !== undefined && { entered: account }),
  ...(accountId !== undefined && { accountId }),
});

/** Maximum number of waiting entries; any beyond that go to the structured log alone. */
const MAX_WAITING = 2000;

interface EventQueue {
  /** Returns immediately; the entry is written later. */
  add(fields: SecurityFields): void;
  /** Resolves when everything is written. */
  settled(): Promise<void>;
}

/**
 * Writes entries one batch at a time. A batch has everything that arrived in the meantime, with equal entries merged: a
 * flood uses one connection and costs the database next to nothing.
 */
function openEventQueue({ db, log }: Pick<Deps, 'db' | 'log'>): EventQueue {
  const waiting = new Map<string, { fields: SecurityFields; times: number }>();
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (waiting.size > 0) {
      const entries = [...waiting.values()];
      waiting.clear();
      try {
        await writeSecurityEvents(db, entries);
      } catch (error) {
        log.error({ err: error, entries: entries.length }, 'the security log could not be written');
      }
    }
  };
  return {
    add(fields) {
      const key = JSON.stringify(fields);
      const known = waiting.get(key);
      if (known) known.times += 1;
      else if (waiting.size < MAX_WAITING) waiting.set(key, { fields, times: 1 });
      writing ??= writeAll().finally(() => {
        writing = undefined;
      });
    },
    async settled() {
      await writing;
    },
  };
}
