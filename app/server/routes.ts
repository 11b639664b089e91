import { accountsRoutes } from '../../features/accounts/server/accounts.routes.ts';
import { auditRoutes } from '../../features/staff/audit/server/audit.routes.ts';
import { binRoutes } from '../../features/staff/bin/server/bin.routes.ts';
import { catalogueRoutes } from '../../features/catalogue/server/catalogue.routes.ts';
import { customerPageRoutes } from '../../features/staff/customer/server/customer-page.routes.ts';
import { creditsRoutes } from '../../features/credits/server/credits.routes.ts';
import { dashboardRoutes } from '../../features/staff/dashboard/server/dashboard.routes.ts';
import { diskUseRoutes } from '../../features/shop/disk-use/server/disk-use.routes.ts';
import { dtcOffRoutes } from '../../features/dtc-off/server/dtc-off.routes.ts';
import { expectedTimeRoutes } from '../../features/files/expected-time/server/expected-time.routes.ts';
import { filesRoutes } from '../../features/files/server/files.routes.ts';
import { firstStartRoutes } from '../../features/shop/first-start/server/first-start.routes.ts';
import { workRoutes } from '../../features/staff/work/server/work.routes.ts';
import { revisionsRoutes } from '../../features/files/revisions/server/revisions.routes.ts';
import { furtherFilesRoutes } from '../../features/files/further/server/further-files.routes.ts';
import { identificationRoutes } from '../../features/files/identification/server/identification.routes.ts';
import { mediaRoutes } from '../../features/catalogue/media/server/media.routes.ts';
import { messagingRoutes } from '../../features/messaging/server/messaging.routes.ts';
import { notesRoutes } from '../../features/staff/notes/server/notes.routes.ts';
import { operatorRoutes } from '../../features/shop/notices/server/operator.routes.ts';
import { paymentsRoutes } from '../../features/payments/server/payments.routes.ts';
import { personalDataRoutes } from '../../features/accounts/personal-data/server/personal-data.routes.ts';
import { proposalsRoutes } from '../../features/files/delivery/server/proposals.routes.ts';
import { reportsRoutes } from '../../features/shop/reports/server/reports.routes.ts';
import { reviewRoutes } from '../../features/files/review/server/review.routes.ts';
import { searchRoutes } from '../../features/staff/search/server/search.routes.ts';
import { securityRoutes } from '../../features/accounts/security-log/server/security.routes.ts';
import { settingsRoutes } from '../../features/shop/server/settings.routes.ts';
import { similarFilesRoutes } from '../../features/files/similar/server/similar-files.routes.ts';
import { statementRoutes } from '../../features/credits/statement/server/statement.routes.ts';
import { ticketsRoutes } from '../../features/tickets/server/tickets.routes.ts';
import { uploadRoutes } from '../../features/files/upload/server/upload.routes.ts';
import { uploadLimitRoutes } from '../../features/files/upload-limit/server/upload-limit.routes.ts';
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
