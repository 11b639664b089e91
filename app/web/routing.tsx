import { Suspense, isValidElement } from 'react';
import { Navigate, Outlet, Route, createRoutesFromElements, matchRoutes, useLocation, useRoutes } from 'react-router';
import { requestFirstPage } from '../../web/client/first-page.ts';
import { ScreenHydrated, isBrowser } from '../../web/client/hydrated.ts';
import { preloadOnHover, prepareScreen, screen, screensOf } from '../../web/frame/screen.tsx';
import { getSession, useCan, useSession } from '../../web/client/session.ts';
import { capabilityOfAddress, homeOf, mayAsk, mayOpen } from '../../web/client/staff-addresses.ts';
import { LoadingText } from '../../web/frame/loading-text.tsx';
import { can, type Capability } from '../../contract/capabilities.ts';

const NO_ENTRIES: [] = [];

const Login = screen(() => import('../../features/accounts/web/login.screen.tsx'));
const Register = screen(() => import('../../features/accounts/web/register.screen.tsx'));
const ForgotPassword = screen(() => import('../../features/accounts/web/forgot-password.screen.tsx'));
const ResetPassword = screen(() => import('../../features/accounts/web/reset-password.screen.tsx'));
const SecondFactorNeeded = screen(
  () => import('../../features/accounts/web/second-factor/second-factor-needed.screen.tsx'),
);
const OwnPassword = screen(() => import('../../features/accounts/web/own-password.screen.tsx'));
const ActivateAccount = screen(() => import('../../features/accounts/web/activate-account.screen.tsx'));
const ConfirmEmail = screen(() => import('../../features/accounts/web/confirm-email.screen.tsx'));
const Continue = screen(() => import('../../features/accounts/web/continuation/continue.screen.tsx'));
const CustomerShell = screen(() => import('./shell/customer-shell.tsx'));
const AdminShell = screen(() => import('./shell/admin-shell.tsx'));
const MyDashboard = screen(() => import('../../features/staff/dashboard/web/my-dashboard.screen.tsx'));
const Upload = screen(() => import('../../features/files/upload/web/upload.screen.tsx'));
const UploadAi = screen(() => import('../../features/dtc-off/web/upload-ai.screen.tsx'));
const SupportedEcus = screen(() => import('../../features/files/first-look/web/supported-ecus.screen.tsx'));
const MyFiles = screen(() => import('../../features/files/web/my-files.screen.tsx'));
const ViewFile = screen(() => import('../../features/files/page/web/view-file-with-ticket.screen.tsx'));
/** On paper, without the frame that has the keys. */
const Changes = screen(async () => {
  const changes = import('../../features/files/changes/web/changes.screen.tsx');
  const [{ default: Paper }, { Shortcuts }] = await Promise.all([changes, import('./shell/shortcuts.tsx')]);
  const WithKeys = () => (
    <>
      <Paper />
      <Shortcuts entries={NO_ENTRIES} />
    </>
  );
  return { default: WithKeys };
});
const SharedChanges = screen(() => import('../../features/files/changes/web/shared-changes.screen.tsx'));
const MyTickets = screen(() => import('../../features/tickets/web/my-tickets.screen.tsx'));
const CreateTicket = screen(() => import('../../features/tickets/web/create-ticket.screen.tsx'));
const CreditsStatement = screen(() => import('../../features/credits/web/credits-statement.screen.tsx'));
const MyCreditsHistory = screen(() => import('../../features/credits/web/my-credits-history.screen.tsx'));
const PriceList = screen(() => import('../../features/catalogue/web/price-list.screen.tsx'));
const BuyCredits = screen(() => import('../../features/payments/web/buy-credits.screen.tsx'));
const SandboxCheckout = screen(() => import('../../features/payments/web/sandbox-checkout.screen.tsx'));
const Gain = screen(() => import('../../features/shop/web/gain.screen.tsx'));
const AccountSettings = screen(() => import('../../features/accounts/web/account-settings.screen.tsx'));
const AdminDashboard = screen(() => import('../../features/staff/dashboard/web/admin-dashboard.screen.tsx'));
const AllFiles = screen(() => import('../../features/files/web/all-files.screen.tsx'));
const AdminViewFile = screen(() => import('../../features/files/page/web/admin-view-file-with-ticket.screen.tsx'));
const AllTickets = screen(() => import('../../features/tickets/web/all-tickets.screen.tsx'));
const AdminPayments = screen(() => import('../../features/payments/web/admin-payments.screen.tsx'));
const AllUsers = screen(() => import('../../features/accounts/web/all-users.screen.tsx'));
const CreditsLedger = screen(() => import('../../features/credits/web/credits-ledger.screen.tsx'));
const AdminGeneratedFiles = screen(() => import('../../features/dtc-off/web/admin-generated-files.screen.tsx'));
const AdminReports = screen(() => import('../../features/shop/reports/web/admin-reports.screen.tsx'));
const Audit = screen(() => import('../../features/staff/audit/web/audit.screen.tsx'));
const Bin = screen(() => import('../../features/staff/bin/web/bin.screen.tsx'));
const DiskUse = screen(() => import('../../features/shop/disk-use/web/disk-use.screen.tsx'));
const SecurityLog = screen(() => import('../../features/accounts/security-log/web/security-log.screen.tsx'));
const AdminSolutions = screen(() => import('../../features/catalogue/web/admin-solutions.screen.tsx'));
const AdminAddSolution = screen(() => import('../../features/catalogue/web/admin-add-solution.screen.tsx'));
const AdminEditSolution = screen(() => import('../../features/catalogue/web/admin-edit-solution.screen.tsx'));
const AdminStandardSolutions = screen(() => import('../../features/catalogue/web/admin-standard-solutions.screen.tsx'));
const Webhooks = screen(() => import('../../features/webhooks/web/webhooks.screen.tsx'));
const FirstStart = screen(() => import('../../features/shop/first-start/web/first-start.screen.tsx'));
const AdminSolutionImages = screen(() => import('../../features/catalogue/web/admin-solution-images.screen.tsx'));
const AdminLoginImages = screen(() => import('../../features/catalogue/media/web/admin-login-images.screen.tsx'));
const AdminEmail = screen(() => import('../../features/messaging/web/admin-email.screen.tsx'));
const AdminPushNotification = screen(() => import('../../features/accounts/web/admin-push-notification.screen.tsx'));
const AdminConfiguration = screen(() => import('../../features/shop/web/admin-configuration.screen.tsx'));
const Outbox = screen(() => import('../../features/messaging/web/outbox.screen.tsx'));
const StaffRoles = screen(() => import('../../features/accounts/staff-roles/web/staff-roles.screen.tsx'));
const LeftOut = screen(() => import('../../features/accounts/staff-roles/web/left-out.screen.tsx'));
const Customer = screen(() => import('../../features/staff/customer/web/customer.screen.tsx'));

/** Every path of the portal and who may open it (G-01, G-02, G-03). */
const ROUTES = createRoutesFromElements(
  <>
    <Route path="/login" element={<Login />} />
    <Route path="/register" element={<Register />} />
    <Route path="/forgot-password" element={<ForgotPassword />} />
    <Route path="/reset-password" element={<ResetPassword />} />
    <Route path="/activate-account" element={<ActivateAccount />} />
    <Route path="/confirm-email" element={<ConfirmEmail />} />
    <Route path="/supported-ecus" element={<SupportedEcus />} />
    <Route path="/continue" element={<Continue />} />
    <Route path="/changes" element={<SharedChanges />} />
    <Route element={<Area needs="admin-area.open" />}>
      <Route element={<AdminShell />}>
        <Route element={<OfStaffRole />}>
          <Route path="/outbox" element={<Outbox />} />
        </Route>
      </Route>
      <Route element={<OfStaffRole />}>
        <Route path="/admin/credits-statement/:id" element={<CreditsStatement />} />
      </Route>
      <Route path="/admin" element={<AdminShell />}>
        <Route element={<OfStaffRole />}>
          <Route index element={<Home />} />
          <Route path="dashboard" element={<AdminDashboard />} />
          <Route path="all-files" element={<AllFiles />} />
          <Route path="view-file/:id" element={<AdminViewFile />} />
          <Route path="all-tickets" element={<AllTickets />} />
          <Route path="create-ticket/:id" element={<CreateTicket />} />
          <Route path="all-users" element={<AllUsers />} />
          <Route path="staff-roles" element={<StaffRoles />} />
          <Route path="edit-user/:id" element={<Customer />} />
          <Route path="credits-ledger" element={<CreditsLedger />} />
          <Route path="reports" element={<AdminReports />} />
          <Route path="audit" element={<Audit />} />
          <Route path="security-log" element={<SecurityLog />} />
          <Route path="bin" element={<Bin />} />
          <Route path="disk-use" element={<DiskUse />} />
          <Route path="webhooks" element={<Webhooks />} />
          <Route path="payments" element={<AdminPayments />} />
          <Route path="dtc-off-files" element={<AdminGeneratedFiles />} />
          <Route path="dtc-off" element={<UploadAi />} />
          <Route path="solutions" element={<AdminSolutions />} />
          <Route path="add-solution" element={<AdminAddSolution />} />
          <Route path="edit-solution/:id" element={<AdminEditSolution />} />
          <Route path="standard-solutions" element={<AdminStandardSolutions />} />
          <Route path="first-start" element={<FirstStart />} />
          <Route path="solution-images" element={<AdminSolutionImages />} />
          <Route path="login-images" element={<AdminLoginImages />} />
          <Route path="email" element={<AdminEmail />} />
          <Route path="push-notification" element={<AdminPushNotification />} />
          <Route path="application-configuration" element={<AdminConfiguration />} />
          <Route path="price-list" element={<PriceList />} />
          <Route path="gain" element={<Gain />} />
          <Route path="account-settings" element={<AccountSettings />} />
          <Route path="*" element={<Home />} />
        </Route>
      </Route>
    </Route>
    <Route element={<Area needs="customer-area.open" />}>
      <Route path="/my-credits-history/statement" element={<CreditsStatement />} />
      <Route path="/view-file/:id/changes" element={<Changes />} />
      <Route element={<CustomerShell />}>
        <Route path="/dashboard" element={<MyDashboard />} />
        <Route path="/upload" element={<Upload />} />
        <Route path="/upload-ai" element={<UploadAi />} />
        <Route path="/my-files" element={<MyFiles />} />
        <Route path="/view-file/:id" element={<ViewFile />} />
        <Route path="/my-ticket" element={<MyTickets />} />
        <Route path="/create-ticket/:id" element={<CreateTicket />} />
        <Route path="/my-credits-history" element={<MyCreditsHistory />} />
        <Route path="/price-list" element={<PriceList />} />
        <Route path="/buy-credits" element={<BuyCredits />} />
        <Route path="/sandbox-checkout" element={<SandboxCheckout />} />
        <Route path="/gain" element={<Gain />} />
        <Route path="/account-settings" element={<AccountSettings />} />
      </Route>
    </Route>
    <Route path="/" element={<Home />} />
    <Route path="*" element={<Elsewhere />} />
  </>,
);

/**
 * Loads everything the first screen needs in parallel, before anything is drawn; otherwise the screen's code would only
 * be requested once its frame is rendered. Resolves when everything has loaded or failed.
 */
export async function loadFirstScreen(place: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const user = getSession()?.user;
  const matching = matchRoutes(ROUTES, place.pathname) ?? [];
  const areas = matching.flatMap(({ route: { element } }) =>
    isValidElement<AreaProps>(element) && element.type === Area ? element : [],
  );
  if (!areas.every(({ props }) => can(user, props.needs)) || !mayOpen(user, place.pathname)) return;
  const last = matching.at(-1)?.route.element;
  if (user && isValidElement(last) && last.type === Home)
    return loadFirstScreen({ pathname: homeOf(user), search: '' });
  const screens = screensOf(matching);
  if (areas.length > 0 && mayAsk(user, place.pathname)) requestFirstPage(place, screens.length > 1);
  // Failed parts are requested again when they are to be shown, and reported then.
  await Promise.allSettled(screens.map((first) => prepareScreen(first, place)));
}

if (isBrowser) preloadOnHover(ROUTES);

export function Routing() {
  return (
    <Suspense fallback={<LoadingText />}>
      {useRoutes(ROUTES)}
      <ScreenHydrated />
    </Suspense>
  );
}

type AreaProps = { needs: Capability };

/** Admits users who may open the area, once their password is their own and the second factor that the shop requires is added; redirects all others to /login. */
function Area({ needs }: AreaProps) {
  const user = useSession()?.user;
  if (!useCan(needs)) return <Redirect to="/login" />;
  if (user?.must_change_password) return <OwnPassword />;
  return user?.must_add_second_factor ? <SecondFactorNeeded /> : <Outlet />;
}

/** Shows what the staff role of an administrator includes; of anything else, whose job it is. */
function OfStaffRole() {
  const { pathname } = useLocation();
  const user = useSession()?.user;
  if (user === undefined || mayOpen(user, pathname)) return <Outlet />;
  return capabilityOfAddress(pathname) === 'dashboard.read-all' ? <Redirect to={homeOf(user)} /> : <LeftOut />;
}

/** Shows that the page loads while the code of the screen it leads to is on its way. */
function Redirect({ to }: { to: string }) {
  return (
    <>
      <LoadingText />
      <Navigate to={to} replace />
    </>
  );
}

function Home() {
  const session = useSession();
  return <Redirect to={session === null ? '/login' : homeOf(session.user)} />;
}

/** Redirects customers from an unknown path to the dashboard, and everyone else to /login. */
function Elsewhere() {
  const { pathname } = useLocation();
  const isKnownHere = useCan('customer-area.open') && !pathname.startsWith('/admin');
  return <Redirect to={isKnownHere ? '/dashboard' : '/login'} />;
}
