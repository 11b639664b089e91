import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capabilitiesByRole, whoMay, type Visitor } from '../server/testing/authz.ts';
import { nameOf } from '../server/testing/targets.ts';
import { CAPABILITIES, can, toOwner, type Capability, ROLES } from './capabilities.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from '../app/endpoints.ts';

const ALL = Object.keys(CAPABILITIES) as Capability[];

test('each role has exactly the capabilities in docs/spec/capabilities.json', () => {
  expect(Object.keys(capabilitiesByRole).toSorted()).toEqual([...ROLES].toSorted());
  const given = Object.fromEntries(
    ROLES.map((role) => [role, ALL.filter((one) => can({ role, staff_capabilities: null }, one)).toSorted()]),
  );
  expect(given).toEqual(capabilitiesByRole);
});

test('a visitor has no capability', () => {
  expect(ALL.filter((one) => can(null, one) || can(undefined, one))).toEqual([]);
  expect(ALL).toContain('files.price');
});

test('acting as an owner gives no capability, whatever the role', () => {
  const counts = ROLES.map((role) => [
    ALL.filter((one) => can({ role, staff_capabilities: null }, one)).length,
    ALL.filter((one) => can(toOwner({ id: 1, role }), one)).length,
  ]);
  expect(counts).toEqual(ROLES.map((role) => [capabilitiesByRole[role].length, 0]));
});

/** The visitors that the server admits to a call. */
function letIn({ who }: Endpoint): Visitor[] {
  if (who === 'anyone') return ['anonymous', ...ROLES];
  return ROLES.filter((role) => who === 'signed-in' || can({ role, staff_capabilities: null }, who));
}

test.each(endpoints.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))(
  '$name admits exactly those whom docs/spec admits',
  ({ endpoint }) => {
    expect(letIn(endpoint).toSorted()).toEqual(whoMay(endpoint).toSorted());
  },
);

test('every capability is used by a call, a query or a screen', () => {
  const paths = ['app', 'contract', 'features', 'server', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const isProduct = (path: string) => /(?<!\.test)\.tsx?$/.test(path) && path !== 'contract/capabilities.ts';
  const text = paths
    .filter(isProduct)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  expect(ALL.length).toBeGreaterThan(10);
  expect(ALL.filter((one) => !text.includes(`'${one}'`))).toEqual([]);
});
