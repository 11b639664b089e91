import { isTest, type ProjectFile } from './files.ts';

const SCHEMA = 'server/database/schema.ts';
const TABLE = /^ {2}(\w+): \w+Table;$/gm;
const QUERIED =
  /\b(?:from|join|update|into) (\w+)\b|\b(?:selectFrom|\w+Join|updateTable|insertInto|deleteFrom)\('(\w+)/g;

/**
 * Finds queries of the ledger's code on other tables: money is computed from the ledger's tables alone. Code that needs
 * more composes, as app/server/whole-ledger.ts does.
 */
export function findForeignTables(files: ProjectFile[]): string[] {
  const schema = files.find(({ path }) => path === SCHEMA)?.text ?? '';
  const foreign = new Set([...schema.matchAll(TABLE)].map(([, table = '']) => table).filter((table) => !isOwn(table)));
  if (foreign.size === 0) return [`${SCHEMA}: names no table in the way this check reads it`];
  return files
    .filter(({ path }) => path.startsWith('features/credits/server/') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(QUERIED)]
        .map(([, inText, inCall]) => inText ?? inCall ?? '')
        .filter((table) => foreign.has(table))
        .map((table) => `${path}: queries ${table}, a table of another domain`),
    );
}

const isOwn = (table: string) => table.startsWith('credit_');
