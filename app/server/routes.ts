import { accountsRoutes } from '../../portal/accounts/server/accounts.routes.ts';
import { auditRoutes } from '../../portal/audit/server/audit.routes.ts';
import { binRoutes } from '../../portal/bin/server/bin.routes.ts';
import { catalogueRoutes } from '../../portal/catalogue/server/catalogue.routes.ts';
import { customerPageRoutes } from '../customer-page/server/customer-page.routes.ts';
import { creditsRoutes } from '../../portal/credits/server/credits.routes.ts';
import { dashboardRoutes } from '../dashboard/server/dashboard.routes.ts';
import { diskUseRoutes } from '../disk-use/server/disk-use.routes.ts';
import { dtcOffRoutes } from '../../portal/dtc-off/server/dtc-off.routes.ts';
import { expectedTimeRoutes } from '../../portal/expected-time/server/expected-time.routes.ts';
import { filesRoutes } from '../../portal/files/server/files.routes.ts';
import { firstStartRoutes } from '../first-start/server/first-start.routes.ts';
import { workRoutes } from '../../portal/work/server/work.routes.ts';
import { revisionsRoutes } from '../../portal/revisions/server/revisions.routes.ts';
import { furtherFilesRoutes } from '../../portal/further-files/server/further-files.routes.ts';
import { identificationRoutes } from '../../portal/identification/server/identification.routes.ts';
import { mediaRoutes } from '../../portal/media/server/media.routes.ts';
import { messagingRoutes } from '../../portal/messaging/server/messaging.routes.ts';
import { notesRoutes } from '../../portal/notes/server/notes.routes.ts';
import { operatorRoutes } from '../../portal/operator/server/operator.routes.ts';
import { paymentsRoutes } from '../../portal/payments/server/payments.routes.ts';
import { personalDataRoutes } from '../personal-data/server/personal-data.routes.ts';
import { proposalsRoutes } from '../../portal/proposals/server/proposals.routes.ts';
import { reportsRoutes } from '../reports/server/reports.routes.ts';
import { reviewRoutes } from '../../portal/review/server/review.routes.ts';
import { searchRoutes } from '../search/server/search.routes.ts';
import { securityRoutes } from '../../portal/security/server/security.routes.ts';
import { settingsRoutes } from '../../portal/settings/server/settings.routes.ts';
import { similarFilesRoutes } from '../../portal/similar-files/server/similar-files.routes.ts';
import { statementRoutes } from '../statement/server/statement.routes.ts';
import { ticketsRoutes } from '../../portal/tickets/server/tickets.routes.ts';
import { uploadRoutes } from '../../portal/upload/server/upload.routes.ts';
import { uploadLimitRoutes } from '../../portal/upload-limit/server/upload-limit.routes.ts';
import type { Route } from '../../server/http/call.ts';

/** The routes of all domains in one list. */
export const routes: readonly Route[] = [
  accountsRoutes,
  auditRoutes,
  binRoutes,
  catalogueRoutes,
  creditsRoutes,
  customerPageRoutes,
  dashboardRoutes,
  diskUseRoutes,
  dtcOffRoutes,
  expectedTimeRoutes,
  filesRoutes,
  firstStartRoutes,
  furtherFilesRoutes,
  identificationRoutes,
  mediaRoutes,
  messagingRoutes,
  notesRoutes,
  operatorRoutes,
  paymentsRoutes,
  personalDataRoutes,
  proposalsRoutes,
  reportsRoutes,
  reviewRoutes,
  revisionsRoutes,
  workRoutes,
  searchRoutes,
  securityRoutes,
  settingsRoutes,
  similarFilesRoutes,
  statementRoutes,
  ticketsRoutes,
  uploadRoutes,
  uploadLimitRoutes,
].flat();
