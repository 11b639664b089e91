import type { CallSchemas, Endpoint } from './endpoint.ts';
import * as accounts from './accounts/accounts.contract.ts';
import * as accountsSchemas from './accounts/accounts.schemas.ts';
import * as audit from './audit/audit.contract.ts';
import * as auditSchemas from './audit/audit.schemas.ts';
import * as emailChange from './accounts/email-change.contract.ts';
import * as emailChangeSchemas from './accounts/email-change.schemas.ts';
import * as google from './accounts/google.contract.ts';
import * as googleSchemas from './accounts/google.schemas.ts';
import * as catalogue from './catalogue/catalogue.contract.ts';
import * as catalogueSchemas from './catalogue/catalogue.schemas.ts';
import * as solutionImages from './catalogue/solution-images.contract.ts';
import * as solutionImagesSchemas from './catalogue/solution-images.schemas.ts';
import * as credits from './credits/credits.contract.ts';
import * as creditsSchemas from './credits/credits.schemas.ts';
import * as statement from './credits/statement.contract.ts';
import * as statementSchemas from './credits/statement.schemas.ts';
import * as dashboard from '../app/dashboard/dashboard.contract.ts';
import * as dashboardSchemas from '../app/dashboard/dashboard.schemas.ts';
import * as countryChanges from './accounts/country-changes.contract.ts';
import * as countryChangesSchemas from './accounts/country-changes.schemas.ts';
import * as coverage from './dtc-off/coverage.contract.ts';
import * as coverageSchemas from './dtc-off/coverage.schemas.ts';
import * as dtcOff from './dtc-off/dtc-off.contract.ts';
import * as dtcOffSchemas from './dtc-off/dtc-off.schemas.ts';
import * as generations from './dtc-off/generations.contract.ts';
import * as generationsSchemas from './dtc-off/generations.schemas.ts';
import * as proof from './dtc-off/proof.contract.ts';
import * as proofSchemas from './dtc-off/proof.schemas.ts';
import * as files from './files/files.contract.ts';
import * as filesSchemas from './files/files.schemas.ts';
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
import * as notices from './operator/notices.contract.ts';
import * as noticesSchemas from './operator/notices.schemas.ts';
import * as payments from './payments/payments.contract.ts';
import * as paymentsSchemas from './payments/payments.schemas.ts';
import * as sandbox from './payments/sandbox.contract.ts';
import * as sandboxSchemas from './payments/sandbox.schemas.ts';
import * as review from './review/review.contract.ts';
import * as reviewSchemas from './review/review.schemas.ts';
import * as search from '../app/search/search.contract.ts';
import * as searchSchemas from '../app/search/search.schemas.ts';
import * as security from './security/security.contract.ts';
import * as securitySchemas from './security/security.schemas.ts';
import * as settings from './settings/settings.contract.ts';
import * as settingsSchemas from './settings/settings.schemas.ts';
import * as queue from './tickets/queue.contract.ts';
import * as queueSchemas from './tickets/queue.schemas.ts';
import * as replies from './tickets/replies.contract.ts';
import * as repliesSchemas from './tickets/replies.schemas.ts';
import * as tickets from './tickets/tickets.contract.ts';
import * as ticketsSchemas from './tickets/tickets.schemas.ts';

function isEndpoint(member: unknown): member is Endpoint {
  return typeof member === 'object' && member !== null && 'method' in member && 'path' in member && 'who' in member;
}

/** Each contract with the schemas of its calls, which have the same names. */
const contracts: readonly (readonly [contract: object, schemas: object])[] = [
  [accounts, accountsSchemas],
  [audit, auditSchemas],
  [catalogue, catalogueSchemas],
  [credits, creditsSchemas],
  [dashboard, dashboardSchemas],
  [dtcOff, dtcOffSchemas],
  [countryChanges, countryChangesSchemas],
  [coverage, coverageSchemas],
  [generations, generationsSchemas],
  [proof, proofSchemas],
  [emailChange, emailChangeSchemas],
  [emails, emailsSchemas],
  [files, filesSchemas],
  [google, googleSchemas],
  [media, mediaSchemas],
  [messaging, messagingSchemas],
  [notices, noticesSchemas],
  [notifications, notificationsSchemas],
  [payments, paymentsSchemas],
  [push, pushSchemas],
  [sandbox, sandboxSchemas],
  [review, reviewSchemas],
  [search, searchSchemas],
  [security, securitySchemas],
  [settings, settingsSchemas],
  [statement, statementSchemas],
  [solutionImages, solutionImagesSchemas],
  [queue, queueSchemas],
  [replies, repliesSchemas],
  [tickets, ticketsSchemas],
  [upload, uploadSchemas],
  [uploadLimit, uploadLimitSchemas],
];

const schemas = new Map<Endpoint, CallSchemas>(
  contracts.flatMap(([contract, ofContract]) =>
    Object.entries(contract).flatMap(([name, member]) =>
      isEndpoint(member) ? [[member, Reflect.get(ofContract, name) as CallSchemas] as const] : [],
    ),
  ),
);

/** Every call of the product, in one list; whatever a contract exports with `endpoint(...)` is in it. */
export const endpoints: readonly Endpoint[] = [...schemas.keys()];

/** What a call takes and replies. Throws for what is not in the list above. */
export function schemasOf(endpoint: Endpoint): CallSchemas {
  const found = endpoint.schemas ?? schemas.get(endpoint);
  if (found === undefined) throw new Error(`portal/endpoints.ts does not list ${endpoint.method} ${endpoint.path}`);
  return found;
}
