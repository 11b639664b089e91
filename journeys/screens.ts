import type { BrowserContext } from 'playwright-core';
import { OPEN_STATUSES } from '../features/files/file-fields.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, type Portal } from './portal.ts';

/** A screen in one state, and the user who opens it. */
export interface Screen {
  name: string;
  path: string;
  user: Login | null;
}

export interface Login {
  email: string;
  password: string;
}

/** Users who visit the screens; each sees different ones. */
export const VISITORS: [string, Login | null][] = [
  ['a visitor', null],
  ['a customer', DEMO_CUSTOMERS[0] as Login],
  ['an administrator', ADMINISTRATOR],
];

interface Listed {
  id: number;
  status: string;
  price_status: string;
  feasible: string | null;
}

interface Ticket {
  file_id: number;
  status: string;
}

/** Signs in through the API, like the login form; returns what the browser stores. */
export async function signIn(
  portal: Pick<Portal, 'url'>,
  login: Login,
): Promise<{ token: string; user: { id: number } }> {
  const response = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  const { token } = (await response.json()) as { token: string };
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  return { token, user: JSON.parse(payload.sub) as { id: number } };
}

/** Makes every page of this browser context open with this session. */
export function keepSession(context: BrowserContext, session: { token: string; user: object }): Promise<unknown> {
  return context.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
}

/** Lists every screen, the pages of files once for each state of a file. */
export async function listScreens(portal: Portal, customerLogins: Login[]): Promise<Screen[]> {
  const perCustomer = await Promise.all(customerLogins.map((login) => fileScreens(portal, login)));
  return [
    ...PUBLIC_SCREENS,
    ...(await changesScreens(portal, customerLogins)),
    ...customerScreens(customerLogins),
    ...firstOfEachState(perCustomer.flat()),
    ...(await administratorScreens(portal)),
  ];
}

const screensOf =
  (user: Login | null) =>
  (name: string, path: string): Screen => ({ name, path, user });

const publicScreen = screensOf(null);

const PUBLIC_SCREENS: readonly Screen[] = [
  publicScreen('login', '/login'),
  publicScreen('register', '/register'),
  publicScreen('forgot-password', '/forgot-password'),
  publicScreen('reset-password', '/reset-password?token=abc'),
  publicScreen('confirm-email', '/confirm-email?token=abc'),
  publicScreen('supported-ecus', '/supported-ecus'),
  publicScreen('continue', '/continue'),
];

/** What was changed in a bought file: for its owner, and for a visitor with the link. */
async function changesScreens(portal: Portal, logins: readonly Login[]): Promise<Screen[]> {
  for (const login of logins) {
    const { token, user } = await signIn(portal, login);
    const files = await createReader(portal, token)<Listed[]>(`/users/${user.id}/files`);
    for (const { id } of files.filter(({ price_status }) => price_status === 'PAID')) {
      const link = await makeChangeLink(portal, token, id);
      if (link === null) continue;
      return [
        publicScreen('shared-changes', `/changes?token=${link}`),
        { name: 'file-changes', path: `/view-file/${id}/changes`, user: login },
      ];
    }
  }
  throw new Error('no customer has bought a file');
}

/** Null: the modified file is not theirs to show. */
async function makeChangeLink({ url }: Pick<Portal, 'url'>, session: string, id: number): Promise<string | null> {
  const response = await fetch(`${url}/api/files/${id}/change-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}` },
  });
  return response.ok ? ((await response.json()) as { token: string }).token : null;
}

/** Lists the screens of customers; the last customer has a DTC OFF session. */
function customerScreens(logins: readonly Login[]): Screen[] {
  const [customer] = logins as [Login];
  const mine = screensOf(customer);
  return [
    mine('dashboard', '/dashboard'),
    mine('upload', '/upload'),
    mine('upload-ai', '/upload-ai'),
    { name: 'upload-ai with a session', path: '/upload-ai', user: logins.at(-1) ?? customer },
    mine('my-files', '/my-files'),
    mine('my-tickets', '/my-ticket'),
    mine('my-credits-history', '/my-credits-history'),
    mine('credits-statement', '/my-credits-history/statement'),
    mine('price-list', '/price-list'),
    mine('buy-credits', '/buy-credits'),
    mine(
      'sandbox-checkout',
      '/sandbox-checkout?custom=1&return=/buy-credits%3Fsuccess%3Dtrue&cancel_return=/buy-credits',
    ),
    mine('gain', '/gain'),
    mine('account-settings', '/account-settings'),
  ];
}

async function administratorScreens(portal: Portal): Promise<Screen[]> {
  const { token } = await signIn(portal, ADMINISTRATOR);
  const get = createReader(portal, token);
  const users = await get<{ id: number }[]>('/users');
  const files = await get<Listed[]>('/files');
  const tickets = await get<Ticket[]>('/tickets');
  const solutions = await get<{ id: number }[]>('/solutions');
  const silent = files.find((file) => isOpen(file) && !tickets.some(({ file_id }) => file_id === file.id));
  const theirs = screensOf(ADMINISTRATOR);
  return [
    theirs('admin-dashboard', '/admin/dashboard'),
    theirs('admin-all-files', '/admin/all-files'),
    theirs('admin-all-tickets', '/admin/all-tickets'),
    theirs('outbox', '/outbox'),
    theirs('admin-all-users', '/admin/all-users'),
    theirs('admin-staff-roles', '/admin/staff-roles'),
    theirs('admin-edit-user', `/admin/edit-user/${users[0]?.id}`),
    theirs('admin-payments', '/admin/payments'),
    theirs('admin-dtc-off-files', '/admin/dtc-off-files'),
    theirs('admin-dtc-off', '/admin/dtc-off'),
    theirs('admin-solutions', '/admin/solutions'),
    theirs('admin-add-solution', '/admin/add-solution'),
    theirs('admin-edit-solution', `/admin/edit-solution/${solutions[0]?.id}`),
    theirs('admin-solution-images', '/admin/solution-images'),
    theirs('admin-standard-solutions', '/admin/standard-solutions'),
    theirs('admin-first-start', '/admin/first-start'),
    theirs('admin-login-images', '/admin/login-images'),
    theirs('admin-email', '/admin/email'),
    theirs('admin-push-notification', '/admin/push-notification'),
    theirs('admin-configuration', '/admin/application-configuration'),
    theirs('admin-credits-ledger', '/admin/credits-ledger'),
    theirs('admin-audit', '/admin/audit'),
    theirs('admin-security-log', '/admin/security-log'),
    theirs('admin-bin', '/admin/bin'),
    theirs('admin-reports', '/admin/reports'),
    theirs('admin-reports-conversion', '/admin/reports?report=conversion'),
    theirs('admin-reports-customers', '/admin/reports?report=customers'),
    theirs('admin-disk-use', '/admin/disk-use'),
    theirs('admin-webhooks', '/admin/webhooks'),
    theirs('admin-gain', '/admin/gain'),
    theirs('admin-price-list', '/admin/price-list'),
    theirs('admin-account-settings', '/admin/account-settings'),
    theirs('admin-create-ticket', `/admin/create-ticket/${silent?.id}`),
    ...firstOfEachState(
      files.map((file) => theirs(`admin-view-file ${describeState(file, tickets)}`, `/admin/view-file/${file.id}`)),
    ),
  ];
}

/** Whether a failure is just the refusal of a link that has already been used, which its screen is meant to show. */
export const isOfSpentLink = (failure: string): boolean =>
  failure.includes('400 (Bad Request)') &&
  /\/api\/(auth\/confirm-email-change|register\/activate|change-link)$/.test(failure);

async function fileScreens(portal: Portal, login: Login): Promise<Screen[]> {
  const { token, user } = await signIn(portal, login);
  const get = createReader(portal, token);
  const files = await get<Listed[]>(`/users/${user.id}/files`);
  const tickets = await get<Ticket[]>(`/users/${user.id}/tickets`);
  const mine = (name: string, path: string): Screen => ({ name, path, user: login });
  const [silent] = files.filter((file) => isOpen(file) && !tickets.some(({ file_id }) => file_id === file.id));
  return [
    ...files.map((file) => mine(`view-file ${describeState(file, tickets)}`, `/view-file/${file.id}`)),
    ...(silent ? [mine('create-ticket', `/create-ticket/${silent.id}`)] : []),
  ];
}

const isOpen = ({ status }: Listed) => (OPEN_STATUSES as readonly string[]).includes(status);

/** Describes the states of a file and of its ticket. */
function describeState({ id, status, price_status, feasible }: Listed, tickets: readonly Ticket[]): string {
  const ticket = tickets.find(({ file_id }) => file_id === id);
  const states = [status, price_status, feasible ?? 'unsaid', ...(ticket ? [`ticket ${ticket.status}`] : [])];
  return states.join(' ').toLowerCase();
}

const createReader =
  ({ url }: Portal, token: string) =>
  async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Body;

const firstOfEachState = (screens: Screen[]): Screen[] => [
  ...new Map(screens.toReversed().map((screen) => [screen.name, screen])).values(),
];

/** Limits the pages of files to two each: their states only differ in colours and available actions. */
export const kindsOf = (all: Screen[]): Screen[] =>
  all.filter(({ name }, at) => all.slice(0, at).filter((before) => kindOf(before.name) === kindOf(name)).length < 2);
const kindOf = (name: string) => name.split(' ')[0];
