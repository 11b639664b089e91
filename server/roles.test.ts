import { expect, test } from 'vitest';
import { getMyUser } from '../features/accounts/accounts.calls.ts';
import { endpoints } from '../app/endpoints.ts';
import { rawCall } from './testing/raw-call.ts';
import { buildCustomer } from './testing/stories.ts';
import { ROLES } from '../contract/capabilities.ts';
import { whoMay } from './testing/authz.ts';
import { admin, app, openStage } from './testing/stage.ts';

type Caller = Awaited<ReturnType<typeof buildCustomer>>;

openStage();

test('a call for one role refuses the other; the roles are CUSTOMER and ADMIN', { tags: ['X-ROL-06'] }, async () => {
  const customer = await buildCustomer(app.deps);
  const readRole = async (who: Caller) => (await app.call(getMyUser, {}, who)).body.role as string;
  expect([await readRole(customer), await readRole(admin)]).toEqual(['CUSTOMER', 'ADMIN']);
  const callers = { CUSTOMER: customer, ADMIN: admin };
  const ofOneRole = endpoints.filter((endpoint) => whoMay(endpoint).length === 1);
  expect(ofOneRole.length).toBeGreaterThan(60);
  for (const { method, path } of ofOneRole) {
    for (const role of ROLES) {
      const { token } = callers[role];
      const reply = await rawCall(app.url, { method, path: `/api${path.replaceAll(/:\w+/g, '987654321')}`, token });
      const isRefused = !whoMay({ method, path }).includes(role);
      expect([role, method, path, reply.status === 403]).toEqual([role, method, path, isRefused]);
    }
  }
});
