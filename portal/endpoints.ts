import * as z from 'zod/mini';
import type { CallSchemas, Endpoint } from './endpoint.ts';
import * as fieldsSchemas from './fields.schemas.ts';
import * as pagesSchemas from './pages.schemas.ts';
import * as accounts from './accounts/accounts.contract.ts';
import * as accountsSchemas from './accounts/accounts.schemas.ts';
import * as audit from './audit/audit.contract.ts';
import * as auditSchemas from './audit/audit.schemas.ts';
import * as emailChange from './accounts/email-change.contract.ts';
import * as emailChangeSchemas from './accounts/email-change.schemas.ts';
import * as google from './accounts/google.contract.ts';
import * as googleSchemas from './accounts/google.schemas.ts';
import * as bin from './bin/bin.contract.ts';
import * as binSchemas from './bin/bin.schemas.ts';
import * as catalogue from './catalogue/catalogue.contract.ts';
import * as catalogueSchemas from './catalogue/catalogue.schemas.ts';
import * as solutionImages from './catalogue/solution-images.contract.ts';
import * as solutionImagesSchemas from './catalogue/solution-images.schemas.ts';
import * as credits from './credits/credits.contract.ts';
import * as creditsSchemas from './credits/credits.schemas.ts';
import * as standardSolutions from './catalogue/standard-solutions.contract.ts';
import * as standardSolutionsSchemas from './catalogue/standard-solutions.schemas.ts';
import * as statement from './credits/statement.contract.ts';
import * as statementSchemas from './credits/statement.schemas.ts';
import * as customerPage from '../app/customer-page/customer-page.contract.ts';
import * as customerPageSchemas from '../app/customer-page/customer-page.schemas.ts';
import * as userCreation from './accounts/user-creation.contract.ts';
import * as userCreationSchemas from './accounts/user-creation.schemas.ts';
import * as userSessions from './accounts/user-sessions.contract.ts';
import * as userSessionsSchemas from './accounts/user-sessions.schemas.ts';
import * as diskUse from '../app/disk-use/disk-use.contract.ts';
import * as diskUseSchemas from '../app/disk-use/disk-use.schemas.ts';
import * as dashboard from '../app/dashboard/dashboard.contract.ts';
import * as dashboardSchemas from '../app/dashboard/dashboard.schemas.ts';
import * as countryChanges from './accounts/country-changes.contract.ts';
import * as countryChangesSchemas from './accounts/country-changes.schemas.ts';
import * as coverage from './dtc-off/coverage.contract.ts';
import * as coverageSchemas from './dtc-off/coverage.schemas.ts';
import * as describeDtcs from './dtc-off/describe-dtcs.contract.ts';
import * as describeDtcsSchemas from './dtc-off/describe-dtcs.schemas.ts';
import * as staffDtcOff from './dtc-off/staff-dtc-off.contract.ts';
import * as staffDtcOffSchemas from './dtc-off/staff-dtc-off.schemas.ts';
import * as dtcOff from './dtc-off/dtc-off.contract.ts';
import * as dtcOffSchemas from './dtc-off/dtc-off.schemas.ts';
import * as generations from './dtc-off/generations.contract.ts';
import * as generationsSchemas from './dtc-off/generations.schemas.ts';
import * as proof from './dtc-off/proof.contract.ts';
import * as proofSchemas from './dtc-off/proof.schemas.ts';
import * as expectedTime from './expected-time/expected-time.contract.ts';
import * as expectedTimeSchemas from './expected-time/expected-time.schemas.ts';
import * as firstStart from '../app/first-start/first-start.contract.ts';
import * as firstStartSchemas from '../app/first-start/first-start.schemas.ts';
import * as files from './files/files.contract.ts';
import * as filesSchemas from './files/files.schemas.ts';
import * as fileAssignment from './files/assignment.contract.ts';
import * as fileAssignmentSchemas from './files/assignment.schemas.ts';
import * as ticketAssignment from './tickets/assignment.contract.ts';
import * as ticketAssignmentSchemas from './tickets/assignment.schemas.ts';
import * as work from './work/work.contract.ts';
import * as workSchemas from './work/work.schemas.ts';
import * as revisions from './revisions/revisions.contract.ts';
import * as revisionsSchemas from './revisions/revisions.schemas.ts';
import * as furtherFiles from './further-files/further-files.contract.ts';
import * as furtherFilesSchemas from './further-files/further-files.schemas.ts';
import * as identification from './identification/identification.contract.ts';
import * as identificationSchemas from './identification/identification.schemas.ts';
import * as upload from './upload/upload.contract.ts';
import * as uploadSchemas from './upload/upload.schemas.ts';
import * as uploadLimit from './upload-limit/upload-limit.contract.ts';
import * as uploadLimitSchemas from './upload-limit/upload-limit.schemas.ts';
import * as media from './media/media.contract.ts';
import * as mediaSchemas from './media/media.schemas.ts';
import * as messaging from './messaging/messaging.contract.ts';
import * as messagingSchemas from './messaging/messaging.schemas.ts';
import * as emails from './messaging/emails.contract.ts';
import * as emailsSchemas from './messaging/emails.schemas.ts';
import * as notifications from './messaging/notifications.contract.ts';
import * as notificationsSchemas from './messaging/notifications.schemas.ts';
import * as push from './messaging/push.contract.ts';
import * as pushSchemas from './messaging/push.schemas.ts';
import * as notes from './notes/notes.contract.ts';
import * as notesSchemas from './notes/notes.schemas.ts';
import * as notices from './operator/notices.contract.ts';
import * as noticesSchemas from './operator/notices.schemas.ts';
import * as payments from './payments/payments.contract.ts';
import * as paymentsSchemas from './payments/payments.schemas.ts';
import * as sandbox from './payments/sandbox.contract.ts';
import * as sandboxSchemas from './payments/sandbox.schemas.ts';
import * as personalData from '../app/personal-data/personal-data.contract.ts';
import * as personalDataSchemas from '../app/personal-data/personal-data.schemas.ts';
import * as proposals from './proposals/proposals.contract.ts';
import * as proposalsSchemas from './proposals/proposals.schemas.ts';
import * as reports from '../app/reports/reports.contract.ts';
import * as reportsSchemas from '../app/reports/reports.schemas.ts';
import * as review from './review/review.contract.ts';
import * as reviewSchemas from './review/review.schemas.ts';
import * as search from '../app/search/search.contract.ts';
import * as searchSchemas from '../app/search/search.schemas.ts';
import * as security from './security/security.contract.ts';
import * as securitySchemas from './security/security.schemas.ts';
import * as settings from './settings/settings.contract.ts';
import * as settingsSchemas from './settings/settings.schemas.ts';
import * as shopHours from './settings/shop-hours.contract.ts';
import * as shopHoursSchemas from './settings/shop-hours.schemas.ts';
import * as shopLogo from './settings/shop-logo.contract.ts';
import * as shopLogoSchemas from './settings/shop-logo.schemas.ts';
import * as similarFiles from './similar-files/similar-files.contract.ts';
import * as similarFilesSchemas from './similar-files/similar-files.schemas.ts';
import * as queue from './tickets/queue.contract.ts';
import * as queueSchemas from './tickets/queue.schemas.ts';
import * as replies from './tickets/replies.contract.ts';
import * as repliesSchemas from './tickets/replies.schemas.ts';
import * as tickets from './tickets/tickets.contract.ts';
import * as ticketsSchemas from './tickets/tickets.schemas.ts';

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
  schemas: CallSchemas;
}

const listed = new Map<Endpoint, Listed>(
  contracts.flatMap(([contract, ofContract, tag]) =>
    Object.entries(contract).flatMap(([name, member]) =>
      isEndpoint(member)
        ? [[member, { name, tag, schemas: Reflect.get(ofContract, name) as CallSchemas }] as const]
        : [],
    ),
  ),
);

/** Every call of the product in one list: everything that a contract exports as an `endpoint(...)`. */
export const endpoints: readonly Endpoint[] = [...listed.keys()];

/** Returns the input and reply schemas of a call. Throws for a call that is not in the list above. */
export const schemasOf = (endpoint: Endpoint): CallSchemas => endpoint.schemas ?? find(endpoint).schemas;

export const nameOf = (endpoint: Endpoint): string => find(endpoint).name;

export const tagOf = (endpoint: Endpoint): Tag => find(endpoint).tag;

function find(endpoint: Endpoint): Listed {
  const found = listed.get(endpoint);
  if (found === undefined) throw new Error(`portal/endpoints.ts does not list ${endpoint.method} ${endpoint.path}`);
  return found;
}

/** The schemas that contracts export, by their names. */
export const namedSchemas: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  fieldsSchemas,
  pagesSchemas,
  ...contracts.map(([, ofContract]) => ofContract),
].flatMap((module) => Object.entries(module).filter(isNamedSchema));

function isNamedSchema(entry: [name: string, member: unknown]): entry is [string, z.ZodMiniType] {
  return entry[1] instanceof z.ZodMiniType && entry[1] !== fieldsSchemas.Nothing;
}
