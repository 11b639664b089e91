// Generates docs/permissions.md: what each built-in staff role may do, and which calls that opens.
import { endpoints } from '../app/endpoints.ts';
import { can, type Capability, type HasRole } from '../contract/capabilities.ts';
import { actsOfColleagues } from '../server/http/access.ts';
import { STAFF_CAPABILITIES } from '../features/accounts/staff-roles/staff-role-forms.ts';
import { capabilityOfStaff, type Endpoint } from '../contract/endpoint.ts';
import { BUILT_IN_STAFF_ROLES } from '../contract/staff-roles.ts';
import { englishText } from '../contract/texts.ts';
import { CAPABILITY_TEXTS } from '../features/accounts/staff-roles/capability-texts.ts';

interface Column {
  name: string;
  who: HasRole | null;
}

const STAFF: readonly Column[] = [
  { name: 'ADMIN', who: { role: 'ADMIN', staff_capabilities: null } },
  ...Object.entries(BUILT_IN_STAFF_ROLES).map(([name, staff_capabilities]) => ({
    name,
    who: { role: 'ADMIN' as const, staff_capabilities },
  })),
];

/** Another user of a customer's company. */
const COLLEAGUE = 'colleague';

const CUSTOMER: Column = { name: 'CUSTOMER', who: { role: 'CUSTOMER', staff_capabilities: null } };

const CALLERS: readonly Column[] = [
  { name: 'anyone', who: null },
  CUSTOMER,
  { ...CUSTOMER, name: COLLEAGUE },
  ...STAFF,
];

const tick = (isGiven: boolean): string => (isGiven ? '✓' : '');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (heading: readonly string[], columns: readonly Column[], rows: readonly string[][]): string =>
  [
    row([...heading, ...columns.map(({ name }) => name)]),
    row([...heading.map(() => '---'), ...columns.map(() => ':-:')]),
    ...rows.map(row),
  ].join('\n');

function mayCall({ who }: Column, endpoint: Endpoint): boolean {
  if (endpoint.who === 'anyone') return true;
  if (who === null || (endpoint.who !== 'signed-in' && !can(who, endpoint.who))) return false;
  const needed = who.role === 'ADMIN' ? capabilityOfStaff(endpoint) : undefined;
  return needed === undefined || can(who, needed);
}

/** A colleague acts as the customer, but in calls about an account for themselves, where these are not the customer's alone. */
function describeAccess(column: Column, endpoint: Endpoint): string {
  if (column.name !== COLLEAGUE || endpoint.who === 'anyone') return tick(mayCall(column, endpoint));
  const acts = actsOfColleagues(endpoint);
  return acts === 'themselves' && mayCall(column, endpoint)
    ? 'own'
    : tick(acts === 'customer' && mayCall(column, endpoint));
}

const sentenceOf = (capability: Capability): string => {
  const text = CAPABILITY_TEXTS[capability];
  return text === undefined ? 'Open the area of the staff.' : englishText(text);
};

const placeOf = ({ path, method }: Endpoint): string => `${path} ${method}`;

export function describePermissions(): { path: URL; text: string } {
  const capabilities = STAFF_CAPABILITIES.map((capability) => [
    `\`${capability}\``,
    sentenceOf(capability),
    ...STAFF.map(({ who }) => tick(can(who, capability))),
  ]);
  const sorted = endpoints.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const calls = sorted.map((endpoint) => [
    `\`${endpoint.method} ${endpoint.path}\``,
    endpoint.summary ?? '',
    ...CALLERS.map((column) => describeAccess(column, endpoint)),
  ]);
  const text = `# Permissions

Written by \`npm run generate\` from [contract/staff-roles.ts](../contract/staff-roles.ts), the capabilities and the calls.
ADMIN is an administrator without a staff role; TUNER and the others are administrators whom that role narrows. A call for
what is one's own, such as a customer's files, returns nothing of others to anyone whose role does not read all of them.
A colleague acts as the customer who invited them; \`own\`: the call is about the colleague's own account.

## What staff may do

${table(['Capability', 'Allows'], STAFF, capabilities)}

## Who may make a call

${table(['Call', 'What it does'], CALLERS, calls)}
`;
  return { path: new URL('../docs/permissions.md', import.meta.url), text };
}
