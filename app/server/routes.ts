import { accountsRoutes } from '../../features/accounts/server/accounts.routes.ts';
import { catalogueRoutes } from '../../features/catalogue/server/catalogue.routes.ts';
import { creditsRoutes } from '../../features/credits/server/credits.routes.ts';
import { dtcOffRoutes } from '../../features/dtc-off/server/dtc-off.routes.ts';
import { filesRoutes } from '../../features/files/server/files.routes.ts';
import { messagingRoutes } from '../../features/messaging/server/messaging.routes.ts';
import { paymentsRoutes } from '../../features/payments/server/payments.routes.ts';
import { shopRoutes } from '../../features/shop/server/shop.routes.ts';
import { staffRoutes } from '../../features/staff/server/staff.routes.ts';
import { ticketsRoutes } from '../../features/tickets/server/tickets.routes.ts';
import { webhooksRoutes } from '../../features/webhooks/server/webhooks.routes.ts';
import type { Route } from '../../server/http/call.ts';

/** The routes of all features in one list. */
export const routes: readonly Route[] = [
  accountsRoutes,
  catalogueRoutes,
  creditsRoutes,
  dtcOffRoutes,
  filesRoutes,
  messagingRoutes,
  paymentsRoutes,
  shopRoutes,
  staffRoutes,
  ticketsRoutes,
  webhooksRoutes,
].flat();
