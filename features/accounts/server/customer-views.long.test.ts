import { expect, test } from 'vitest';
import { endpoints, nameOf } from '../../../app/endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { isOpenToViews } from '../../../server/http/access.ts';
import { whoMay } from '../../../server/testing/authz.ts';
import { changesBetween, readBusinessState } from '../../../server/testing/business-state.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { type Target, buildTarget } from '../../../server/testing/targets.ts';
import { logout } from '../accounts.calls.ts';
import { leaveCompany } from '../colleagues.calls.ts';
import { viewAsCustomer } from '../customer-views.calls.ts';

openStage({ config: { trustedProxies: '127.0.0.1' } });

/** Every call comes from another network, so that no limit of calls is reached. */
let visitors = 0;
const visitor = () => ({ 'x-forwarded-for': `203.0.${(visitors += 1) >> 8}.${visitors & 255}` });

/** Only colleagues can leave, and nobody is shown the portal of a colleague. */
const signedIn = endpoints.filter(
  (endpoint) => endpoint.who !== 'anyone' && endpoint !== logout && endpoint !== leaveCompany,
);
const isOfStaff = (endpoint: Endpoint) => !whoMay(endpoint).includes('CUSTOMER');
const isReadOfStaff = (endpoint: Endpoint) => isOfStaff(endpoint) && isOpenToViews(endpoint);

async function view(id: number): Promise<string> {
  const reason = 'The price list is said to be empty.';
  const { body } = await app.call(viewAsCustomer, { id, reason }, { token: admin.token, headers: visitor() });
  return (body as { token: string }).token;
}

/** Makes the calls as a view of the customer who owns what the call needs, each as what it is about: what was not as it should be, and what changed. */
async function walk(calls: readonly Endpoint[]) {
  const made: (Target & { endpoint: Endpoint; token: string })[] = [];
  for (const endpoint of calls) {
    const customer = await buildCustomer(app.deps, 500);
    const target = await buildTarget(app.deps, endpoint, customer);
    made.push({ endpoint, ...target, token: await view(customer.id) });
  }
  const wrong: unknown[] = [];
  const before = await readBusinessState(app);
  for (const { endpoint, input, token, file } of made) {
    const { status, body } = await app.call(endpoint, input, { token, headers: visitor(), ...(file && { file }) });
    const code = (body as { code?: string } | null)?.code;
    const expected = isOpenToViews(endpoint) ? (isOfStaff(endpoint) ? 403 : 200) : 400;
    if (status !== expected || (code === 'session.view_only') !== (status === 400))
      wrong.push([nameOf(endpoint), status, code]);
  }
  return { wrong, before, after: await readBusinessState(app) };
}

test('a view of the portal as a customer changes nothing, with any call', { timeout: 120_000 }, async () => {
  const { wrong, before, after } = await walk(signedIn.filter((endpoint) => !isReadOfStaff(endpoint)));
  expect(wrong).toEqual([]);
  expect(changesBetween(before, after)).toEqual([]);
});

test(
  'a view of the portal as a customer reads nothing of staff, which is noted like for the customer',
  { timeout: 120_000 },
  async () => {
    const { wrong, before, after } = await walk(signedIn.filter(isReadOfStaff));
    expect(wrong).toEqual([]);
    expect(changesBetween(before, after, ['security_events'])).toEqual([]);
  },
);
