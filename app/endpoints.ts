import * as z from 'zod/mini';
import type { Endpoint } from '../contract/endpoint.ts';
import * as fields from '../contract/fields.ts';
import * as pages from '../contract/pages.ts';
import * as session from '../contract/session.ts';
import * as user from '../features/accounts/user.ts';
import * as solution from '../features/catalogue/solution.ts';
import * as dtcSession from '../features/dtc-off/dtc-session.ts';
import * as file from '../features/files/file.ts';
import * as messageFields from '../features/messaging/message-fields.ts';
import * as ticket from '../features/tickets/ticket.ts';
import * as accounts from '../features/accounts/accounts.calls.ts';
import * as accessTokens from '../features/accounts/access-tokens.calls.ts';
import * as audit from '../features/staff/audit/audit.calls.ts';
import * as accountChanges from '../features/accounts/account-changes.calls.ts';
import * as provider from '../features/accounts/provider.calls.ts';
import * as google from '../features/accounts/google.calls.ts';
import * as bin from '../features/staff/bin/bin.calls.ts';
import * as restore from '../features/staff/restore/restore.calls.ts';
import * as catalogue from '../features/catalogue/catalogue.calls.ts';
import * as credits from '../features/credits/credits.calls.ts';
import * as statement from '../features/credits/statement.calls.ts';
import * as customerPage from '../features/staff/customer/customer-page.calls.ts';
import * as userCreation from '../features/accounts/user-creation.calls.ts';
import * as staffRoles from '../features/accounts/staff-roles/staff-roles.calls.ts';
import * as colleagues from '../features/accounts/colleagues.calls.ts';
import * as customerViews from '../features/accounts/customer-views.calls.ts';
import * as userSessions from '../features/accounts/user-sessions.calls.ts';
import * as diskUse from '../features/shop/disk-use/disk-use.calls.ts';
import * as dashboard from '../features/staff/dashboard/dashboard.calls.ts';
import * as coverage from '../features/dtc-off/coverage.calls.ts';
import * as describeDtcs from '../features/dtc-off/describe-dtcs.calls.ts';
import * as staffDtcOff from '../features/dtc-off/staff-dtc-off.calls.ts';
import * as dtcOff from '../features/dtc-off/dtc-off.calls.ts';
import * as generations from '../features/dtc-off/generations.calls.ts';
import * as proof from '../features/dtc-off/proof.calls.ts';
import * as expectedTime from '../features/files/expected-time/expected-time.calls.ts';
import * as firstStart from '../features/shop/first-start/first-start.calls.ts';
import * as files from '../features/files/files.calls.ts';
import * as fileAssignment from '../features/files/assignment.calls.ts';
import * as queue from '../features/tickets/queue.calls.ts';
import * as work from '../features/staff/work/work.calls.ts';
import * as changes from '../features/files/changes/changes.calls.ts';
import * as revisions from '../features/files/revisions/revisions.calls.ts';
import * as furtherFiles from '../features/files/further/further-files.calls.ts';
import * as identification from '../features/files/identification/identification.calls.ts';
import * as upload from '../features/files/upload/upload.calls.ts';
import * as uploadLimit from '../features/files/upload-limit/upload-limit.calls.ts';
import * as media from '../features/catalogue/media/media.calls.ts';
import * as messaging from '../features/messaging/messaging.calls.ts';
import * as emails from '../features/messaging/emails.calls.ts';
import * as notifications from '../features/messaging/notifications.calls.ts';
import * as notes from '../features/staff/notes/notes.calls.ts';
import * as notices from '../features/shop/notices/notices.calls.ts';
import * as payments from '../features/payments/payments.calls.ts';
import * as sandbox from '../features/payments/sandbox.calls.ts';
import * as personalData from '../features/accounts/personal-data/personal-data.calls.ts';
import * as proposals from '../features/files/delivery/proposals.calls.ts';
import * as reports from '../features/shop/reports/reports.calls.ts';
import * as review from '../features/files/review/review.calls.ts';
import * as search from '../features/staff/search/search.calls.ts';
import * as continuation from '../features/accounts/continuation.calls.ts';
import * as passkeys from '../features/accounts/passkeys.calls.ts';
import * as secondFactor from '../features/accounts/second-factor.calls.ts';
import * as signInAgain from '../features/accounts/sign-in-again.calls.ts';
import * as security from '../features/accounts/security-log/security.calls.ts';
import * as settings from '../features/shop/settings.calls.ts';
import * as shopHours from '../features/shop/shop-hours.calls.ts';
import * as storedSettings from '../features/shop/stored-settings.calls.ts';
import * as shopLogo from '../features/shop/shop-hours.calls.ts';
import * as similarFiles from '../features/files/similar/similar-files.calls.ts';
import * as replies from '../features/tickets/queue.calls.ts';
import * as tickets from '../features/tickets/tickets.calls.ts';
import * as webhooks from '../features/webhooks/webhooks.calls.ts';

function isEndpoint(member: unknown): member is Endpoint {
  return typeof member === 'object' && member !== null && 'method' in member && 'path' in member && 'who' in member;
}

/** The chapters of the API reference. */
export const TAGS = {
  Accounts: 'Registering, logging in, the own profile, and the users for administrators.',
  Files: 'Jobs: an uploaded file with its vehicle, solutions, price and states, from the upload to the download.',
  Catalogue: 'Solutions with their prices and images.',
  Credits: 'The ledger, balances and statements.',
  Payments: 'What the payment provider has sent, and the sandbox of it.',
  Tickets: 'Conversations about a file, the queue of administrators and their saved replies.',
  'DTC OFF': 'Recognises a raw dump, lists its trouble codes and switches chosen ones off.',
  Dashboard: 'Counts, what waits, and the reports of the shop.',
  Messaging: 'Notifications, push messages and mails.',
  Media: 'Pictures and videos of the login page, and every uploaded image by its address.',
  Logs: 'Who changed what, and who had access.',
  Webhooks: 'What is posted to other programs, signed in the form of Standard Webhooks, and how it was received.',
  Portal: 'Texts of the portal, search, and what is wrong with it.',
} as const;

type Tag = keyof typeof TAGS;

/** The calls of each aspect with their chapter. */
const calls: readonly (readonly [calls: object, tag: Tag])[] = [
  [accounts, 'Accounts'],
  [accessTokens, 'Accounts'],
  [audit, 'Logs'],
  [bin, 'Portal'],
  [restore, 'Portal'],
  [catalogue, 'Catalogue'],
  [credits, 'Credits'],
  [customerPage, 'Accounts'],
  [userCreation, 'Accounts'],
  [staffRoles, 'Accounts'],
  [userSessions, 'Accounts'],
  [colleagues, 'Accounts'],
  [customerViews, 'Accounts'],
  [dashboard, 'Dashboard'],
  [diskUse, 'Portal'],
  [dtcOff, 'DTC OFF'],
  [staffDtcOff, 'DTC OFF'],
  [describeDtcs, 'DTC OFF'],
  [coverage, 'DTC OFF'],
  [generations, 'DTC OFF'],
  [proof, 'DTC OFF'],
  [accountChanges, 'Accounts'],
  [emails, 'Messaging'],
  [expectedTime, 'Files'],
  [files, 'Files'],
  [firstStart, 'Portal'],
  [furtherFiles, 'Files'],
  [changes, 'Files'],
  [revisions, 'Files'],
  [work, 'Files'],
  [fileAssignment, 'Files'],
  [google, 'Accounts'],
  [provider, 'Accounts'],
  [identification, 'Files'],
  [media, 'Media'],
  [messaging, 'Messaging'],
  [notes, 'Accounts'],
  [notices, 'Portal'],
  [notifications, 'Messaging'],
  [payments, 'Payments'],
  [personalData, 'Accounts'],
  [sandbox, 'Payments'],
  [proposals, 'Files'],
  [reports, 'Dashboard'],
  [review, 'Files'],
  [search, 'Portal'],
  [secondFactor, 'Accounts'],
  [passkeys, 'Accounts'],
  [continuation, 'Accounts'],
  [signInAgain, 'Accounts'],
  [security, 'Logs'],
  [settings, 'Portal'],
  [shopHours, 'Portal'],
  [storedSettings, 'Portal'],
  [shopLogo, 'Portal'],
  [similarFiles, 'Files'],
  [statement, 'Credits'],
  [queue, 'Tickets'],
  [replies, 'Tickets'],
  [tickets, 'Tickets'],
  [webhooks, 'Webhooks'],
  [upload, 'Files'],
  [uploadLimit, 'Files'],
];

/** What is known about a call beyond its declaration; the name is unique. */
interface Listed {
  name: string;
  tag: Tag;
}

const listed = new Map<Endpoint, Listed>(
  calls.flatMap(([module, tag]) =>
    Object.entries(module).flatMap(([name, member]) => (isEndpoint(member) ? [[member, { name, tag }] as const] : [])),
  ),
);

/** Every call of the product in one list: everything that a `.calls.ts` exports as an `endpoint(...)`. */
export const endpoints: readonly Endpoint[] = [...listed.keys()];

export const nameOf = (endpoint: Endpoint): string => find(endpoint).name;

export const tagOf = (endpoint: Endpoint): Tag => find(endpoint).tag;

function find(endpoint: Endpoint): Listed {
  const found = listed.get(endpoint);
  if (found === undefined) throw new Error(`app/endpoints.ts does not list ${endpoint.method} ${endpoint.path}`);
  return found;
}

/** The inputs that have the name of their call, for forms: the call describes them. */
const inputs = new Map<string, z.ZodMiniType>(
  [...listed].map(([{ input }, { name }]) => [name.charAt(0).toUpperCase() + name.slice(1), input]),
);

/** The schemas that several calls have in common, by their names. */
export const namedSchemas: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  fields,
  pages,
  session,
  dtcSession,
  file,
  messageFields,
  solution,
  ticket,
  user,
  ...calls.map(([module]) => module),
].flatMap((module) => Object.entries(module).filter(isNamedSchema));

function isNamedSchema(entry: [name: string, member: unknown]): entry is [string, z.ZodMiniType] {
  const [name, member] = entry;
  return member instanceof z.ZodMiniType && member !== fields.Nothing && member !== inputs.get(name);
}
