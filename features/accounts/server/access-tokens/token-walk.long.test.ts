import { expect, test } from 'vitest';
import { endpoints } from '../../../../app/endpoints.ts';
import type { Capability } from '../../../../contract/capabilities.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { whoMay } from '../../../../server/testing/authz.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';
import { buildReadTargets, staffCalls, walkAs } from '../../../../server/testing/staff-role-walk.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { listGrantable } from '../../access-token-forms.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../accounts.factory.ts';
import { createAccessToken } from '../../access-tokens.calls.ts';

openStage({ config: { trustedProxies: '127.0.0.1' } });

const customerCalls = endpoints.filter(
  (endpoint) => whoMay(endpoint).includes('CUSTOMER') && endpoint.who !== 'anyone' && endpoint.path !== '/auth/logout',
);

const KINDS = {
  ADMIN: { calls: staffCalls, area: 'admin-area.open' },
  CUSTOMER: { calls: customerCalls, area: 'customer-area.open' },
} as const;
type Role = keyof typeof KINDS;

/** What the documents say of tokens, written apart from the code that decides it. */
function isLeftOut(role: Role, { who, method, forTokens, staffNeeds }: Endpoint, capabilities: readonly Capability[]) {
  if (forTokens === false) return true;
  if (who !== 'signed-in') return who !== 'anyone' && !capabilities.includes(who);
  const ofStaff = role === 'ADMIN' ? staffNeeds : undefined;
  if (method === 'GET') return ofStaff !== undefined && !capabilities.includes(ofStaff);
  return forTokens !== true || !capabilities.includes(ofStaff ?? KINDS[role].area);
}

async function walk(role: Role, capabilities: readonly Capability[]): Promise<unknown[]> {
  const owner = role === 'ADMIN' ? await buildSignedIn(app.deps, { role }) : await buildCustomer(app.deps);
  const input = { name: 'Walk', days: 7, capabilities, current_password: BUILT_PASSWORD };
  const { body } = await app.call(createAccessToken, input, { token: owner.token });
  const { calls } = KINDS[role];
  const walker = { token: String(body.token), calls, code: 'access-tokens.not_allowed' };
  const targets = await buildReadTargets(await buildCustomer(app.deps), [...calls]);
  return walkAs({ ...walker, isLeftOut: (endpoint) => isLeftOut(role, endpoint, capabilities) }, targets);
}

const possible = (role: Role) => listGrantable({ role, staff_capabilities: null });
const chosen = (['ADMIN', 'CUSTOMER'] as const).flatMap((role) => [
  { role, capabilities: [] as Capability[] },
  { role, capabilities: possible(role) },
  ...possible(role).map((one) => ({ role, capabilities: [one] })),
]);

test.each(chosen)(
  'no call fails or ends the session with a token of $role for $capabilities',
  { timeout: 180_000 },
  async ({ role, capabilities }) => {
    expect(await walk(role, capabilities)).toEqual([]);
  },
);
