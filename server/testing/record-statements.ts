import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll } from 'vitest';
import { formatStatement, listenToStatements, type Recorded } from './recorded-statements.ts';

const PLANNED = /^\s*(\/\*.*?\*\/\s*)?(with|select|insert|update|delete)\b/i;
/** The tables of jobs belong to a package. */
const OF_JOBS = /\bjobs\.\w|"jobs"/;

const file = process.env['RECORD_STATEMENTS'] as string;
/** Shared by all test files of the process: each statement is written once. */
const shared = globalThis as { writtenStatements?: Set<string> };
const written = (shared.writtenStatements ??= new Set());
const fresh: Recorded[] = [];

listenToStatements(({ text, values, isPrepared }) => {
  if (written.has(text) || !PLANNED.test(text) || OF_JOBS.test(text)) return;
  written.add(text);
  fresh.push({ text, values, isPrepared });
});

/** Keeps the statements for the check of their plans (query-plans.check.ts): one to a line. */
afterAll(() => {
  if (fresh.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, fresh.splice(0).map(formatStatement).join(''));
});
