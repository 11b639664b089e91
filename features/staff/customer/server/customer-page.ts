import { can } from '../../../../contract/capabilities.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { getUser } from '../../../accounts/server/users.ts';
import { listUserSessions } from '../../../accounts/server/user-sessions.ts';
import { getUserLedger } from '../../../credits/server/credits.ts';
import { countCustomerFiles, listNewestFiles } from '../../../files/server/file-list.ts';
import { listCustomerPayments } from '../../../payments/server/payments.ts';
import { listEventsOfAccount } from '../../../accounts/security-log/server/security.ts';
import { countCustomerTickets, listNewestTickets } from '../../../tickets/server/ticket-list.ts';
import { readsAllTickets } from '../../../tickets/server/ticket-work.ts';
import { type CustomerOverview, SHOWN_ROWS, SHOWN_SESSIONS } from '../customer-page.calls.ts';

const NONE = { all: 0, open: 0 };
const NO_LEDGER = { credits_ledger: [], total_rows: 0 };

/**
 * Returns what administrators see of a user; each list is one indexed read of a few rows, and empty where a staff role
 * leaves it out.
 */
export async function getCustomerOverview(deps: Deps, actor: Actor, id: number): Promise<CustomerOverview> {
  const { db } = deps;
  const user = await getUser(db, id);
  const few = { userId: user.id, limit: SHOWN_ROWS };
  const [files, fileCounts, tickets, ticketCounts, ledger, payments, sessions, security] = await Promise.all([
    listNewestFiles(db, actor, few),
    can(actor, 'files.read-all') ? countCustomerFiles(db, id) : NONE,
    listNewestTickets(db, actor, few),
    readsAllTickets(actor) ? countCustomerTickets(db, id) : NONE,
    can(actor, 'ledger.read-all') ? getUserLedger(deps, actor, { ...few, offset: 0 }) : NO_LEDGER,
    can(actor, 'payments.review') ? listCustomerPayments(db, few) : [],
    can(actor, 'users.change') ? listUserSessions(deps, actor, { userId: id, limit: SHOWN_SESSIONS }) : [],
    can(actor, 'security.read') ? listEventsOfAccount(db, few) : [],
  ]);
  return {
    files,
    all_files: fileCounts.all,
    open_files: fileCounts.open,
    tickets,
    all_tickets: ticketCounts.all,
    open_tickets: ticketCounts.open,
    ledger: ledger.credits_ledger,
    all_entries: ledger.total_rows,
    payments,
    sessions,
    security,
  };
}
