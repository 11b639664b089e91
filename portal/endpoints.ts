import * as accounts from './accounts/accounts.contract.ts';
import * as audit from './audit/audit.contract.ts';
import * as emailChange from './accounts/email-change.contract.ts';
import * as google from './accounts/google.contract.ts';
import * as catalogue from './catalogue/catalogue.contract.ts';
import * as solutionImages from './catalogue/solution-images.contract.ts';
import * as credits from './credits/credits.contract.ts';
import * as statement from './credits/statement.contract.ts';
import * as dashboard from './dashboard/dashboard.contract.ts';
import * as countryChanges from './accounts/country-changes.contract.ts';
import * as coverage from './dtc-off/coverage.contract.ts';
import * as dtcOff from './dtc-off/dtc-off.contract.ts';
import * as generations from './dtc-off/generations.contract.ts';
import * as proof from './dtc-off/proof.contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files/files.contract.ts';
import * as uploadLimit from './uploads/upload-limit.contract.ts';
import * as findings from './files/findings.contract.ts';
import * as media from './media/media.contract.ts';
import * as messaging from './messaging/messaging.contract.ts';
import * as emails from './messaging/emails.contract.ts';
import * as notifications from './messaging/notifications.contract.ts';
import * as push from './messaging/push.contract.ts';
import * as notices from './operator/notices.contract.ts';
import * as payments from './payments/payments.contract.ts';
import * as sandbox from './payments/sandbox.contract.ts';
import * as search from './search/search.contract.ts';
import * as security from './security/security.contract.ts';
import * as settings from './settings/settings.contract.ts';
import * as queue from './tickets/queue.contract.ts';
import * as replies from './tickets/replies.contract.ts';
import * as tickets from './tickets/tickets.contract.ts';

function isEndpoint(member: unknown): member is Endpoint {
  return typeof member === 'object' && member !== null && 'method' in member && 'path' in member && 'who' in member;
}

/** Every call of the product, in one list; whatever a contract exports with `endpoint(...)` is in it. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  audit,
  catalogue,
  credits,
  dashboard,
  dtcOff,
  countryChanges,
  coverage,
  generations,
  proof,
  emailChange,
  emails,
  files,
  findings,
  google,
  media,
  messaging,
  notices,
  notifications,
  payments,
  push,
  sandbox,
  search,
  security,
  settings,
  statement,
  solutionImages,
  queue,
  replies,
  tickets,
  uploadLimit,
].flatMap((contract) => Object.values(contract).filter(isEndpoint));
