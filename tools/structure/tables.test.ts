import { expect, test } from 'vitest';
import { findForeignTables } from './tables.ts';

const SCHEMA = {
  path: 'server/database/schema.ts',
  text: 'export interface Schema {\n  users: UsersTable;\n  credit_accounts: CreditAccountsTable;\n}\n',
};

test.each([
  ['select 1 from users u', true],
  ['select 1 from credit_accounts a\n  join users on true', true],
  [`db.selectFrom('users').select('id')`, true],
  [`db.selectFrom('credit_accounts as a').innerJoin('users', 'users.id', 'a.user_id')`, true],
  ['select 1 from credit_accounts where user_id = users.id', false],
])('a ledger query with %s is reported: %s', (text, isReported) => {
  const path = 'features/credits/server/a.ts';
  const found = findForeignTables([SCHEMA, { path, text }, { path: 'features/files/server/a.ts', text }]);
  expect(found).toEqual(isReported ? [`${path}: queries users, a table of another domain`] : []);
});

test('a schema without tables is reported, because nothing would be checked', () => {
  expect(findForeignTables([])).toHaveLength(1);
});
