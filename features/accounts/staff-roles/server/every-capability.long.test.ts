import { expect, test } from 'vitest';
import type { Capability } from '../../../../contract/capabilities.ts';
import { BUILT_IN_STAFF_ROLES } from '../../../../contract/staff-roles.ts';
import { STAFF_CAPABILITIES } from '../staff-role-forms.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';
import { buildNarrowed, buildReadTargets, staffCalls, walkCalls } from '../../../../server/testing/staff-role-walk.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';

openStage({ config: { trustedProxies: '127.0.0.1' } });

const readTargets = async () => buildReadTargets(await buildCustomer(app.deps));

test('the walk makes every call that needs a capability of staff', () => {
  const needed = new Set(staffCalls.map(({ who }) => who));
  const unused = STAFF_CAPABILITIES.filter((one) => !needed.has(one));
  // These open no call of their own; they decide within one.
  expect(unused).toEqual([
    'admin-area.open',
    'account.change-confirmed-email',
    'balances.read-all',
    'dtc-off.read-all',
    'files.cancel-any',
    'tickets.answer',
    'uploads.unlimited',
  ]);
});

test.each(STAFF_CAPABILITIES.map((capability) => ({ capability })))(
  'without $capability alone, and with it alone, no call fails or ends the session',
  { timeout: 180_000 },
  async ({ capability }) => {
    const targets = await readTargets();
    const others: readonly Capability[] = STAFF_CAPABILITIES.filter((one) => one !== capability);
    for (const capabilities of [others, [capability]])
      expect(await walkCalls(await buildNarrowed(capabilities), capabilities, targets)).toEqual([]);
  },
);

test.each(Object.entries(BUILT_IN_STAFF_ROLES))(
  '%s is refused what the role leaves out, and nothing ends the session or fails',
  { timeout: 120_000 },
  async (_name, capabilities) => {
    const targets = await readTargets();
    expect(await walkCalls(await buildNarrowed(capabilities), capabilities, targets)).toEqual([]);
  },
);
