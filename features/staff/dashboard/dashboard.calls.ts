import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { chosen, Done, Id, Nothing, RecordId } from '../../../contract/fields.ts';
import { FileStatus, FileSummary } from '../../files/file.ts';
import { TicketStatus, TicketSummary } from '../../tickets/ticket.ts';
import { invalid } from '../../../contract/texts.ts';

export const Dashboard = z.object({
  /** PROCESSED files. */
  processed: z.int(),
  /** PROCESSED and COMPLETED files. */
  completed: z.int(),
  refunded: z.int(),
  canceled: z.int(),
  /** The statuses of which there are more than were counted; each is counted up to 10000, unless `count` is `exact`. */
  capped: z.array(FileStatus),
  /** Files that are not yet completed, canceled, refunded or refused; newest first. */
  files: z.array(FileSummary),
  /** Open tickets; newest first. */
  tickets: z.array(TicketSummary),
});
export type Dashboard = z.output<typeof Dashboard>;

const Count = chosen(z.enum(['exact'], invalid('errors.fields.one_of', { name: 'count', choices: 'exact' })));

/** Nothing is counted beyond this: a count of 100 stands for "more than 99". */
export const WAITING_COUNTED = 100;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: 'Get the counts of the portal',
  description:
    'Counts of completed, refunded and canceled files, with the files in progress and the open tickets, newest first.',
  who: 'dashboard.read-all',
  automatic: true,
  input: z.object({ count: Count }),
  reply: Dashboard,
});

export const getUserDashboard = endpoint({
  method: 'GET',
  path: '/dashboard/:userId',
  summary: 'Get the counts of a customer',
  description: 'The same counts for a single customer. Customers can only read their own.',
  who: 'signed-in',
  automatic: true,
  staffNeeds: 'dashboard.read-all',
  input: z.object({ userId: Id, count: Count }),
  reply: Dashboard,
});

const WorkCounts = z.object({ files: z.int(), tickets: z.int() });

/** Each count is at most `WAITING_COUNTED`. */
export const Waiting = z.object({
  /** For staff: files without a price; for a customer: files to be paid, or ready and not downloaded yet. */
  files: z.int(),
  /** For staff: tickets with a message without a reply; for a customer: tickets with an unread reply. */
  tickets: z.int(),
  /** Payments that staff have to look at; null for a customer. */
  payments: z.nullable(z.int()),
  /** What waits for staff: the caller's own, what has no assignee, and what is overdue; omitted for a customer. */
  work: z.optional(z.object({ mine: WorkCounts, unassigned: WorkCounts, overdue: WorkCounts })),
});
export type Waiting = z.output<typeof Waiting>;

/** How many items of each kind are listed. */
export const NEEDED_SHOWN = 4;

/** What a reader has to do next. The first four kinds are for customers, the others for staff. */
const NEED_KINDS = [
  'PAY',
  'READ_REPLY',
  'DOWNLOAD',
  'REFUSED',
  'SET_PRICE',
  'CHANGE_REQUESTED',
  'REPLY',
  'REVIEW_PAYMENT',
] as const;

export type NeedKind = (typeof NEED_KINDS)[number];

const Needed = z.object({
  /** The file concerned; null for a payment. */
  file_id: z.nullable(RecordId),
  /** The number of the file, or of the payment at its provider. */
  number: z.string(),
  /** The name of the file; of a payment, why it has to be reviewed. */
  name: z.string(),
  /** The vehicle as the page of its file is titled; null for a payment. */
  vehicle: z.nullable(z.string()),
  /** The last message of a ticket, cut after 120 characters. */
  last_message: z.nullable(z.string()),
  /** Whether the ticket can be answered; null when it is not about a ticket. */
  ticket_status: z.nullable(TicketStatus),
  /** For staff, the owner of the file. */
  username: z.nullable(z.string()),
  /** Price in credits, for a file to be paid. */
  price: z.nullable(z.number()),
  since: z.string(),
  /** For staff, by how many minutes of opening hours the target time is exceeded; null when it is not. */
  overdue_minutes: z.nullable(z.int()),
});
export type Needed = z.output<typeof Needed>;

const Need = z.object({
  kind: z.enum(NEED_KINDS),
  /** At most `WAITING_COUNTED`. */
  count: z.int(),
  /** How many of them are overdue. */
  overdue: z.int(),
  /** What is overdue, then what has waited longest. */
  longest: z.array(Needed).check(z.maxLength(NEEDED_SHOWN)),
});
export type Need = z.output<typeof Need>;

/** What a new customer has already done; computed, and null once all is done or the customer has dismissed it. */
const FirstSteps = z.object({
  email: z.boolean(),
  profile: z.boolean(),
  upload: z.boolean(),
  credits: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const NeedsYou = z.object({
  /** Only kinds that have at least one item. */
  needs: z.array(Need).check(z.maxLength(NEED_KINDS.length)),
  first_steps: z.nullable(FirstSteps),
  /** For administrators, how many steps of the first start are done; null once all are, or it was dismissed. */
  first_start: z.nullable(z.object({ done: z.int(), of: z.int() })),
});
export type NeedsYou = z.output<typeof NeedsYou>;

export const getNeedsYou = endpoint({
  method: 'GET',
  path: '/needs-you',
  summary: "List the caller's next tasks",
  description:
    'Returns a count for each kind of task and the items that have waited longest. New customers also get their first steps.',
  who: 'signed-in',
  input: Nothing,
  reply: NeedsYou,
});

export const dismissFirstSteps = endpoint({
  method: 'PUT',
  path: '/first-steps/dismiss',
  summary: 'Dismiss the first steps',
  description: "Hides the first steps on the caller's dashboard.",
  who: 'customer-area.open',
  forColleagues: 'refused',
  input: Nothing,
  reply: Done,
});

export const getWaiting = endpoint({
  method: 'GET',
  path: '/waiting',
  summary: 'Count pending work',
  description: 'The number of items that wait for the caller, as shown in the menu.',
  who: 'signed-in',
  polled: true,
  input: Nothing,
  reply: Waiting,
});
