import { one, type Mutant } from './mutant.ts';

const PAYMENT = 'features/files/server/payment.test.ts';
const SETTLE = 'features/payments/server/settle.test.ts';
const GENERATE = 'features/dtc-off/server/generate.test.ts';
const PAYMENT_TS = 'features/files/server/payment.ts';

const scope = "$if(!can(actor, 'files.read-all'), (query) => query.where('files.user_id', '=', actor.id))";
const noCondition = '$if(false, (query) => query)';

const REVISIONS = 'features/files/revisions/server/revisions.test.ts';
const REVISIONS_TS = 'features/files/revisions/server/revisions.ts';
const VERSIONS_TS = 'features/files/revisions/server/revisions.ts';

const CAPABILITIES_TS = 'contract/capabilities.ts';
const CAPABILITIES = 'contract/capabilities.test.ts';
const ROLES = 'server/roles.test.ts';

export const STATE_AND_PERMISSION: Mutant[] = [
  one(
    'the table gives customers what is for administrators',
    CAPABILITIES_TS,
    ["'files.price': ADMIN", "'files.price': [...CUSTOMER, ...ADMIN]"],
    CAPABILITIES,
  ),
  one(
    'the table takes a capability away',
    CAPABILITIES_TS,
    ["'tickets.answer': ADMIN", "'tickets.answer': CUSTOMER"],
    CAPABILITIES,
  ),
  one(
    'the table gives customers what is for administrators, and only calls are made',
    CAPABILITIES_TS,
    ["'users.delete': ADMIN", "'users.delete': [...CUSTOMER, ...ADMIN]"],
    ROLES,
  ),
  one(
    'a call needs another capability than docs/spec says',
    'features/files/review/review.calls.ts',
    ["who: 'files.price'", "who: 'files.upload'"],
    CAPABILITIES,
  ),
  one(
    'a call needs no capability any more',
    'server/http/access.ts',
    ["who !== 'signed-in' && !can(session, who)", "who === 'signed-in' && !can(session, 'files.read-all')"],
    ROLES,
  ),
  one(
    'a visitor can do everything',
    CAPABILITIES_TS,
    ['user?.role != null &&\n  listRolesWith', 'user?.role == null ||\n  listRolesWith'],
    CAPABILITIES,
  ),
  one(
    'a staff role leaves nothing out',
    CAPABILITIES_TS,
    [' || user.staff_capabilities.includes(capability)', ' || true'],
    'features/accounts/staff-roles/server/staff-roles.test.ts',
  ),
  one(
    'the modified file is served UNPAID',
    'features/files/server/downloads.ts',
    ["files.price_status = 'PAID'\n  and files.status in", 'files.status in'],
    'features/files/server/files.test.ts',
    'features/files/server/state-machine.test.ts',
  ),
  one(
    'paid without POSSIBLE',
    PAYMENT_TS,
    ["    .where('feasible', '=', 'POSSIBLE')\n", ''],
    PAYMENT,
    'features/files/server/state-machine.test.ts',
  ),
  one(
    'float amounts',
    'features/payments/server/provider.ts',
    [
      'const cents = Number(match[2]) * 100 + Number(match[3]);',
      'const cents = Number(`${match[2]}.${match[3]}`) * 100;',
    ],
    SETTLE,
  ),
  one(
    'mail before commit',
    PAYMENT_TS,
    ['await mailRefunded(tx, deps, id);', 'await mailRefunded(deps.db, deps, id);'],
    'features/files/server/refund.test.ts',
  ),
  one(
    'owner check dropped on pay and cancel',
    'features/files/server/file-rows.ts',
    [
      `.where('files.id', '=', id)\n    .where('files.deleted_at', 'is', null)\n    .${scope}`,
      `.where('files.id', '=', id)\n    .where('files.deleted_at', 'is', null)\n    .${noCondition}`,
    ],
    PAYMENT,
  ),
  one(
    'owner check dropped on download and tickets',
    'features/files/server/file-rows.ts',
    [
      `.where('files.deleted_at', 'is', null)\n    .${scope};\n\n/** For a query over`,
      `.where('files.deleted_at', 'is', null)\n    .${noCondition};\n\n/** For a query over`,
    ],
    'features/files/server/files.test.ts',
    'features/tickets/server/tickets.test.ts',
  ),
  one(
    'owner check dropped on the modified file',
    'features/files/server/downloads.ts',
    [
      "selectFilesInScope(deps.db, actor)\n    .select(['files.mod_file_name'",
      "deps.db\n    .selectFrom('files')\n    .select(['files.mod_file_name'",
    ],
    'features/files/server/files.test.ts',
    'features/files/server/state-machine.test.ts',
    'app/endpoints.test.ts',
  ),
  one(
    'owner check dropped on the AI session',
    'features/dtc-off/server/sessions.queries.ts',
    [
      "    .where('user_id', '=', owner.id)\n    .where('file_key', 'is not', null)\n    .where('expires_at'",
      "    .where('file_key', 'is not', null)\n    .where('expires_at'",
    ],
    'features/dtc-off/server/sessions.test.ts',
    GENERATE,
  ),
  one(
    'the session row is skipped: an expired one still counts',
    'features/accounts/server/sessions.ts',
    ["    .where('sessions.expires_at', '>', now as unknown as string)\n", ''],
    'features/accounts/server/accounts.test.ts',
  ),
  one(
    'a deactivated user goes on',
    'features/accounts/server/sessions.ts',
    [
      "    .where('users.status', '=', 'ACTIVE')\n    .where('users.deleted_at', 'is', null)\n    .where(mayStillView",
      "    .where('users.deleted_at', 'is', null)\n    .where(mayStillView",
    ],
    'features/accounts/server/accounts.test.ts',
    'features/accounts/server/users.test.ts',
    'app/endpoints.test.ts',
  ),
  {
    name: 'a role is accepted at registration',
    edits: [
      {
        file: 'features/accounts/accounts.calls.ts',
        from: '    password: NewPassword,\n    phone: Phone,\n    country: Country,\n    device: Device,\n  }),\n  reply: Token,',
        to: '    password: NewPassword,\n    phone: Phone,\n    country: Country,\n    device: Device,\n    role: z.optional(Role),\n  }),\n  reply: Token,',
      },
    ],
    tests: ['features/accounts/server/accounts.test.ts'],
  },
  one(
    'a change of an unpaid file is accepted',
    REVISIONS_TS,
    ["      .where('price_status', '=', 'PAID')\n", ''],
    REVISIONS,
  ),
  one(
    'a change is accepted after its period',
    REVISIONS_TS,
    [
      "      .where('delivered_at', '>', since as unknown as string)\n",
      "      .where('delivered_at', 'is not', null)\n",
    ],
    REVISIONS,
  ),
  one(
    'a second change is accepted while one is open',
    REVISIONS_TS,
    ["      .where('revision_since', 'is', null)\n", ''],
    REVISIONS,
  ),
  one(
    'a file that waits for a change is completed',
    PAYMENT_TS,
    ["    .where('revision_since', 'is', null)\n", ''],
    REVISIONS,
  ),
  one(
    'a version that its owner never had is theirs',
    VERSIONS_TS,
    ["        .where('version.delivered_at', 'is not', null)\n", ''],
    REVISIONS,
  ),
  one(
    'an earlier version is served after the refund',
    VERSIONS_TS,
    [
      "        .where('files.price_status', '=', 'PAID')\n        .where('files.status', 'in', ['PROCESSED', 'COMPLETED'])",
      '',
    ],
    REVISIONS,
  ),
  one(
    'a delivered change counts as delivered already',
    'features/files/review/server/feasibility.ts',
    ['case when revision_since is null then delivered_at end', 'delivered_at'],
    REVISIONS,
  ),
];
