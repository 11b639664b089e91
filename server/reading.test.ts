import { expect, test } from 'vitest';
import type { Role } from '../contract/capabilities.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../app/endpoints.ts';
import { whoMay } from './testing/authz.ts';
import { changesBetween, readBusinessState } from './testing/business-state.ts';
import { admin, app, openStage } from './testing/stage.ts';
import { buildCustomer } from './testing/stories.ts';
import { buildTarget, nameOf } from './testing/targets.ts';

openStage();

/** What the portal records about calls and logins themselves, not about a customer's work. */
const ABOUT_CALLS = ['sessions'];

/** What a reading itself is recorded as, by call. */
const RECORDED: Record<string, readonly string[]> = {
  // The delivery to the owner.
  'CUSTOMER GET /files/:id/download-mod-file': ['file_history', 'files'],
  // That its owner has read the reply.
  'CUSTOMER GET /tickets/:id': ['tickets'],
  'ADMIN GET /tickets/:id': ['tickets'],
  // Who exported it, in the audit list and the security log.
  'ADMIN GET /users/:id/personal-data': ['changes', 'security_events'],
};

const isRead = ({ method, who }: Endpoint) => method === 'GET' && who !== 'anyone';
const readers = (endpoint: Endpoint) => whoMay(endpoint).filter((role): role is Role => role !== 'anonymous');
const cases = endpoints
  .filter(isRead)
  .flatMap((endpoint) => readers(endpoint).map((role) => ({ role, endpoint, name: `${role} ${nameOf(endpoint)}` })));

test.each(cases)('a GET changes nothing: $name', async ({ role, endpoint, name }) => {
  const customer = await buildCustomer(app.deps);
  const reader = role === 'ADMIN' ? admin : customer;
  const { input } = await buildTarget(app.deps, endpoint, role === 'CUSTOMER' ? customer : admin);
  const before = await readBusinessState(app);
  expect((await app.call(endpoint, input, reader)).status).toBe(200);
  const recorded = [...ABOUT_CALLS, ...(RECORDED[name] ?? [])];
  expect(changesBetween(before, await readBusinessState(app), recorded)).toEqual([]);
});
