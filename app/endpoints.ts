import * as z from 'zod/mini';
import type { CallSchemas, Endpoint } from '../contract/endpoint.ts';
import * as fieldsSchemas from '../contract/fields.schemas.ts';
import * as pagesSchemas from '../contract/pages.schemas.ts';
import * as sessionSchemas from '../contract/session.schemas.ts';
import * as accounts from '../features/accounts/accounts.contract.ts';
import * as accountsSchemas from '../features/accounts/accounts.schemas.ts';
import * as audit from '../features/staff/audit/audit.contract.ts';
import * as auditSchemas from '../features/staff/audit/audit.schemas.ts';
import * as emailChange from '../features/accounts/email-change.contract.ts';
import * as emailChangeSchemas from '../features/accounts/email-change.schemas.ts';
import * as google from '../features/accounts/google.contract.ts';
import * as googleSchemas from '../features/accounts/google.schemas.ts';
import * as bin from '../features/staff/bin/bin.contract.ts';
import * as binSchemas from '../features/staff/bin/bin.schemas.ts';
import * as catalogue from '../features/catalogue/catalogue.contract.ts';
import * as catalogueSchemas from '../features/catalogue/catalogue.schemas.ts';
import * as solutionImages from '../features/catalogue/solution-images.contract.ts';
import * as solutionImagesSchemas from '../features/catalogue/solution-images.schemas.ts';
import * as credits from '../features/credits/credits.contract.ts';
import * as creditsSchemas from '../features/credits/credits.schemas.ts';
import * as standardSolutions from '../features/catalogue/standard-solutions.contract.ts';
import * as standardSolutionsSchemas from '../features/catalogue/standard-solutions.schemas.ts';
import * as statement from '../features/credits/statement.contract.ts';
import * as statementSchemas from '../features/credits/statement.schemas.ts';
import * as customerPage from '../features/staff/customer/customer-page.contract.ts';
import * as customerPageSchemas from '../features/staff/customer/customer-page.schemas.ts';
import * as userCreation from '../features/accounts/user-creation.contract.ts';
import * as userCreationSchemas from '../features/accounts/user-creation.schemas.ts';
import * as userSessions from '../features/accounts/user-sessions.contract.ts';
import * as userSessionsSchemas from '../features/accounts/user-sessions.schemas.ts';
import * as diskUse from '../features/shop/disk-use/disk-use.contract.ts';
import * as diskUseSchemas from '../features/shop/disk-use/disk-use.schemas.ts';
import * as dashboard from '../features/staff/dashboard/dashboard.contract.ts';
import * as dashboardSchemas from '../features/staff/dashboard/dashboard.schemas.ts';
import * as countryChanges from '../features/accounts/country-changes.contract.ts';
import * as countryChangesSchemas from '../features/accounts/country-changes.schemas.ts';
import * as coverage from '../features/dtc-off/coverage.contract.ts';
import * as coverageSchemas from '../features/dtc-off/coverage.schemas.ts';
import * as describeDtcs from '../features/dtc-off/describe-dtcs.contract.ts';
import * as describeDtcsSchemas from '../features/dtc-off/describe-dtcs.schemas.ts';
import * as staffDtcOff from '../features/dtc-off/staff-dtc-off.contract.ts';
import * as staffDtcOffSchemas from '../features/dtc-off/staff-dtc-off.schemas.ts';
import * as dtcOff from '../features/dtc-off/dtc-off.contract.ts';
import * as dtcOffSchemas from '../features/dtc-off/dtc-off.schemas.ts';
import * as generations from '../features/dtc-off/generations.contract.ts';
import * as generationsSchemas from '../features/dtc-off/generations.schemas.ts';
import * as proof from '../features/dtc-off/proof.contract.ts';
import * as proofSchemas from '../features/dtc-off/proof.schemas.ts';
import * as expectedTime from '../features/files/expected-time/expected-time.contract.ts';
import * as expectedTimeSchemas from '../features/files/expected-time/expected-time.schemas.ts';
import * as firstStart from '../features/shop/first-start/first-start.contract.ts';
import * as firstStartSchemas from '../features/shop/first-start/first-start.schemas.ts';
import * as files from '../features/files/files.contract.ts';
import * as filesSchemas from '../features/files/files.schemas.ts';
import * as fileAssignment from '../features/files/assignment.contract.ts';
import * as fileAssignmentSchemas from '../features/files/assignment.schemas.ts';
import * as ticketAssignment from '../features/tickets/assignment.contract.ts';
import * as ticketAssignmentSchemas from '../features/tickets/assignment.schemas.ts';
import * as work from '../features/staff/work/work.contract.ts';
import * as workSchemas from '../features/staff/work/work.schemas.ts';
import * as revisions from '../features/files/revisions/revisions.contract.ts';
import * as revisionsSchemas from '../features/files/revisions/revisions.schemas.ts';
import * as furtherFiles from '../features/files/further/further-files.contract.ts';
import * as furtherFilesSchemas from '../features/files/further/further-files.schemas.ts';
import * as identification from '../features/files/identification/identification.contract.ts';
import * as identificationSchemas from '../features/files/identification/identification.schemas.ts';
import * as upload from '../features/files/upload/upload.contract.ts';
import * as uploadSchemas from '../features/files/upload/upload.schemas.ts';
import * as uploadLimit from '../features/files/upload-limit/upload-limit.contract.ts';
import * as uploadLimitSchemas from '../features/files/upload-limit/upload-limit.schemas.ts';
import * as media from '../features/catalogue/media/media.contract.ts';
import * as mediaSchemas from '../features/catalogue/media/media.schemas.ts';
import * as messaging from '../features/messaging/messaging.contract.ts';
import * as messagingSchemas from '../features/messaging/messaging.schemas.ts';
import * as emails from '../features/messaging/emails.contract.ts';
import * as emailsSchemas from '../features/messaging/emails.schemas.ts';
import * as notifications from '../features/messaging/notifications.contract.ts';
import * as notificationsSchemas from '../features/messaging/notifications.schemas.ts';
import * as push from '../features/messaging/push.contract.ts';
import * as pushSchemas from '../features/messaging/push.schemas.ts';
import * as notes from '../features/staff/notes/notes.contract.ts';
import * as notesSchemas from '../features/staff/notes/notes.schemas.ts';
import * as notices from '../features/shop/notices/notices.contract.ts';
import * as noticesSchemas from '../features/shop/notices/notices.schemas.ts';
import * as payments from '../features/payments/payments.contract.ts';
import * as paymentsSchemas from '../features/payments/payments.schemas.ts';
import * as sandbox from '../features/payments/sandbox.contract.ts';
import * as sandboxSchemas from '../features/payments/sandbox.schemas.ts';
import * as personalData from '../features/accounts/personal-data/personal-data.contract.ts';
import * as personalDataSchemas from '../features/accounts/personal-data/personal-data.schemas.ts';
import * as proposals from '../features/files/delivery/proposals.contract.ts';
import * as proposalsSchemas from '../features/files/delivery/proposals.schemas.ts';
import * as reports from '../features/shop/reports/reports.contract.ts';
import * as reportsSchemas from '../features/shop/reports/reports.schemas.ts';
import * as review from '../features/files/review/review.contract.ts';
import * as reviewSchemas from '../features/files/review/review.schemas.ts';
import * as search from '../features/staff/search/search.contract.ts';
import * as searchSchemas from '../features/staff/search/search.schemas.ts';
import * as security from '../features/accounts/security-log/security.contract.ts';
import * as securitySchemas from '../features/accounts/security-log/security.schemas.ts';
import * as settings from '../features/shop/settings.contract.ts';
import * as settingsSchemas from '../features/shop/settings.schemas.ts';
import * as shopHours from '../features/shop/shop-hours.contract.ts';
import * as shopHoursSchemas from '../features/shop/shop-hours.schemas.ts';
import * as shopLogo from '../features/shop/shop-logo.contract.ts';
import * as shopLogoSchemas from '../features/shop/shop-logo.schemas.ts';
import * as similarFiles from '../features/files/similar/similar-files.contract.ts';
import * as similarFilesSchemas from '../features/files/similar/similar-files.schemas.ts';
import * as queue from '../features/tickets/queue.contract.ts';
import * as queueSchemas from '../features/tickets/queue.schemas.ts';
import * as replies from '../features/tickets/replies.contract.ts';
import * as repliesSchemas from '../features/tickets/replies.schemas.ts';
import * as tickets from '../features/tickets/tickets.contract.ts';
import * as ticketsSchemas from '../features/tickets/tickets.schemas.ts';

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
  Portal: 'Texts of the portal, search, and what is wrong with it.',
} as const;

type Tag = keyof typeof TAGS;

/** Each contract with its chapter and the schemas of its calls, which have the same names as the calls. */
const contracts: readonly (readonly [contract: object, schemas: object, tag: Tag])[] = [
  [accounts, accountsSchemas, 'Accounts'],
  [audit, auditSchemas, 'Logs'],
  [bin, binSchemas, 'Portal'],
  [catalogue, catalogueSchemas, 'Catalogue'],
  [credits, creditsSchemas, 'Credits'],
  [customerPage, customerPageSchemas, 'Accounts'],
  [userCreation, userCreationSchemas, 'Accounts'],
  [userSessions, userSessionsSchemas, 'Accounts'],
  [dashboard, dashboardSchemas, 'Dashboard'],
  [diskUse, diskUseSchemas, 'Portal'],
  [dtcOff, dtcOffSchemas, 'DTC OFF'],
  [staffDtcOff, staffDtcOffSchemas, 'DTC OFF'],
  [describeDtcs, describeDtcsSchemas, 'DTC OFF'],
  [countryChanges, countryChangesSchemas, 'Accounts'],
  [coverage, coverageSchemas, 'DTC OFF'],
  [generations, generationsSchemas, 'DTC OFF'],
  [proof, proofSchemas, 'DTC OFF'],
  [emailChange, emailChangeSchemas, 'Accounts'],
  [emails, emailsSchemas, 'Messaging'],
  [expectedTime, expectedTimeSchemas, 'Files'],
  [files, filesSchemas, 'Files'],
  [firstStart, firstStartSchemas, 'Portal'],
  [furtherFiles, furtherFilesSchemas, 'Files'],
  [revisions, revisionsSchemas, 'Files'],
  [work, workSchemas, 'Files'],
  [fileAssignment, fileAssignmentSchemas, 'Files'],
  [ticketAssignment, ticketAssignmentSchemas, 'Tickets'],
  [google, googleSchemas, 'Accounts'],
  [identification, identificationSchemas, 'Files'],
  [media, mediaSchemas, 'Media'],
  [messaging, messagingSchemas, 'Messaging'],
  [notes, notesSchemas, 'Accounts'],
  [notices, noticesSchemas, 'Portal'],
  [notifications, notificationsSchemas, 'Messaging'],
  [payments, paymentsSchemas, 'Payments'],
  [personalData, personalDataSchemas, 'Accounts'],
  [push, pushSchemas, 'Messaging'],
  [sandbox, sandboxSchemas, 'Payments'],
  [proposals, proposalsSchemas, 'Files'],
  [reports, reportsSchemas, 'Dashboard'],
  [review, reviewSchemas, 'Files'],
  [search, searchSchemas, 'Portal'],
  [security, securitySchemas, 'Logs'],
  [settings, settingsSchemas, 'Portal'],
  [shopHours, shopHoursSchemas, 'Portal'],
  [shopLogo, shopLogoSchemas, 'Portal'],
  [similarFiles, similarFilesSchemas, 'Files'],
  [statement, statementSchemas, 'Credits'],
  [solutionImages, solutionImagesSchemas, 'Catalogue'],
  [standardSolutions, standardSolutionsSchemas, 'Catalogue'],
  [queue, queueSchemas, 'Tickets'],
  [replies, repliesSchemas, 'Tickets'],
  [tickets, ticketsSchemas, 'Tickets'],
  [upload, uploadSchemas, 'Files'],
  [uploadLimit, uploadLimitSchemas, 'Files'],
];

/** What is known about a call beyond its declaration; the name is unique. */
interface Listed {
  name: string;
  tag: Tag;
}

/** Completes a call: its declaration comes without schemas, because the browser does not need their code. */
const withSchemas = (call: Endpoint, schemas: CallSchemas): Endpoint => Object.assign(call, { schemas });

const listed = new Map<Endpoint, Listed>(
  contracts.flatMap(([contract, ofContract, tag]) =>
    Object.entries(contract).flatMap(([name, member]) =>
      isEndpoint(member)
        ? [[withSchemas(member, Reflect.get(ofContract, name) as CallSchemas), { name, tag }] as const]
        : [],
    ),
  ),
);

/** Every call of the product in one list: everything that a contract exports as an `endpoint(...)`. */
export const endpoints: readonly Endpoint[] = [...listed.keys()];

export const nameOf = (endpoint: Endpoint): string => find(endpoint).name;

export const tagOf = (endpoint: Endpoint): Tag => find(endpoint).tag;

function find(endpoint: Endpoint): Listed {
  const found = listed.get(endpoint);
  if (found === undefined) throw new Error(`app/endpoints.ts does not list ${endpoint.method} ${endpoint.path}`);
  return found;
}

/** The schemas that contracts export, by their names. */
export const namedSchemas: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  fieldsSchemas,
  pagesSchemas,
  sessionSchemas,
  ...contracts.map(([, ofContract]) => ofContract),
].flatMap((module) => Object.entries(module).filter(isNamedSchema));

function isNamedSchema(entry: [name: string, member: unknown]): entry is [string, z.ZodMiniType] {
  return entry[1] instanceof z.ZodMiniType && entry[1] !== fieldsSchemas.Nothing;
}
