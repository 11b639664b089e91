import { parseSync } from 'vite';
import type { Source } from './product-sources.ts';

type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Finds calls of `t(...)` that run only once, when their module is loaded: they would keep the first language. */
export function findFrozenTexts({ path, text }: Source): string[] {
  if (!text.includes('t(')) return [];
  return countAtTop(parseSync(path, text).program) > 0 ? [path] : [];
}

function countAtTop(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countAtTop(one), 0);
  if (!isNode(value) || /Function/.test(value.type)) return 0;
  const isCall = value.type === 'CallExpression' && isNode(value.callee) && value.callee.name === 't';
  return Object.values(value).reduce<number>((sum, child) => sum + countAtTop(child), isCall ? 1 : 0);
}
