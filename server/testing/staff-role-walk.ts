import { endpoints } from '../../app/endpoints.ts';
import type { Capability } from '../../contract/capabilities.ts';
import { capabilityOfStaff, type Endpoint } from '../../contract/endpoint.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { whoMay } from './authz.ts';
import { rawCall } from './raw-call.ts';
import { app } from './stage.ts';
import { buildTarget, nameOf, type Target } from './targets.ts';

/** Every call that some administrator may make, except the one that ends the session. */
export const staffCalls = endpoints.filter(
  (endpoint) => whoMay(endpoint).includes('ADMIN') && endpoint.who !== 'anyone' && endpoint.path !== '/auth/logout',
);

/** Builds a signed-in administrator whom a new staff role narrows to these capabilities. */
export async function buildNarrowed(capabilities: readonly Capability[]) {
  const { id } = await app.db
    .insertInto('staff_roles')
    .values({ name: `Role ${Math.random()}`, capabilities: [...capabilities] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return buildSignedIn(app.deps, { role: 'ADMIN', staff_role_id: id });
}

function isRefused(endpoint: Endpoint, capabilities: readonly Capability[]): boolean {
  const needed = capabilityOfStaff(endpoint);
  return needed !== undefined && !capabilities.includes(needed);
}

let visitors = 0;
/** Every call comes from another network, so that no limit of calls is reached. */
const visitor = () => ({
  'x-forwarded-for': `203.${(visitors += 1) >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
});

/** Makes every staff call as an administrator whom a staff role narrows to these capabilities. */
export const walkCalls = (
  { token }: { token: string },
  capabilities: readonly Capability[],
  targets: ReadonlyMap<Endpoint, Target>,
): Promise<unknown[]> => {
  const isLeftOut = (endpoint: Endpoint) => isRefused(endpoint, capabilities);
  return walkAs({ token, calls: staffCalls, code: 'session.not_in_staff_role', isLeftOut }, targets);
};

interface Walker {
  token: string;
  calls: readonly Endpoint[];
  /** What refuses the calls that are left out. */
  code: string;
  isLeftOut: (endpoint: Endpoint) => boolean;
}

/**
 * Makes every call with an id that does not exist, and every read with one that does: what is left out is refused by its
 * own code, nothing ends the session, and nothing fails.
 */
export async function walkAs(
  { token, calls, code, isLeftOut }: Walker,
  targets: ReadonlyMap<Endpoint, Target>,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const endpoint of calls) {
    const place = { method: endpoint.method, path: `/api${endpoint.path.replaceAll(/:\w+/g, '987654321')}` };
    const nowhere = await rawCall(app.url, { ...place, token, headers: visitor() });
    const target = targets.get(endpoint);
    const there =
      target === undefined ? [] : [(await app.call(endpoint, target.input, { token, headers: visitor() })).status];
    const isExpected = isLeftOut(endpoint);
    const isRight =
      isExpected === nowhere.text.includes(`"${code}"`) &&
      [nowhere.status, ...there].every((status) => (isExpected ? status === 400 : status !== 403 && status < 500));
    if (!isRight) wrong.push({ call: nameOf(endpoint), isExpected, nowhere, there });
  }
  return wrong;
}

/** Builds something to read for every read. */
export async function buildReadTargets(
  owner: { id: number; email: string },
  calls = staffCalls,
): Promise<Map<Endpoint, Target>> {
  const targets = new Map<Endpoint, Target>();
  for (const endpoint of calls.filter(({ method }) => method === 'GET'))
    targets.set(endpoint, await buildTarget(app.deps, endpoint, owner));
  return targets;
}
