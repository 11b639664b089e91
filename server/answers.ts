import { accountsAnswers } from '../portal/accounts/server/accounts.routes.ts';
import { auditAnswers } from '../portal/audit/server/audit.routes.ts';
import { catalogueAnswers } from '../portal/catalogue/server/catalogue.routes.ts';
import { creditsAnswers } from '../portal/credits/server/credits.routes.ts';
import { dashboardAnswers } from '../portal/dashboard/server/dashboard.routes.ts';
import { dtcOffAnswers } from '../portal/dtc-off/server/dtc-off.routes.ts';
import { filesAnswers } from '../portal/files/server/files.routes.ts';
import { mediaAnswers } from '../portal/media/server/media.routes.ts';
import { messagingAnswers } from '../portal/messaging/server/messaging.routes.ts';
import { operatorAnswers } from '../portal/operator/server/operator.routes.ts';
import { paymentsAnswers } from '../portal/payments/server/payments.routes.ts';
import { searchAnswers } from '../portal/search/server/search.routes.ts';
import { securityAnswers } from '../portal/security/server/security.routes.ts';
import { settingsAnswers } from '../portal/settings/server/settings.routes.ts';
import { ticketsAnswers } from '../portal/tickets/server/tickets.routes.ts';
import { uploadLimitAnswers } from '../portal/uploads/server/upload-limit.routes.ts';
import type { Answer } from './http/call.ts';

/** Who answers what: every domain's routes, in one list. */
export const answers: readonly Answer[] = [
  accountsAnswers,
  auditAnswers,
  catalogueAnswers,
  creditsAnswers,
  dashboardAnswers,
  dtcOffAnswers,
  filesAnswers,
  mediaAnswers,
  messagingAnswers,
  operatorAnswers,
  paymentsAnswers,
  searchAnswers,
  securityAnswers,
  settingsAnswers,
  ticketsAnswers,
  uploadLimitAnswers,
].flat();
