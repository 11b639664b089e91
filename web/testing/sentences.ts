import { parseSync } from 'vite';

/** A file of the product, not of its tests. */
export type Source = { path: string; text: string };

export type Found = {
  /** What `t(...)` is asked for by name, and the sentences of rules and contracts. */
  asked: Set<string>;
  /** Every string of the sources with its values as `{}`: what may reach `t` by way of a variable. */
  shapes: Set<string>;
  /** `t(...)` that is run once, when its module is read: it would keep the first language. */
  frozen: string[];
};

/** Reads the English sentences out of the sources. */
export function findSentences(sources: readonly Source[]): Found {
  const found: Found = { asked: new Set(), shapes: new Set(), frozen: [] };
  for (const source of sources) visit(parseSync(source.path, source.text).program, source, found, false);
  return found;
}

/** A sentence without the names of its values: "Pay {price} CRS" and `Pay ${sum} CRS` are the same. */
export const shapeOf = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '{}');

type Node = Record<string, unknown> & { type: string };

function visit(value: unknown, source: Source, found: Found, isInFunction: boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, source, found, isInFunction);
  if (!isNode(value) || value.type === 'ImportDeclaration') return;
  const text = textOf(value);
  if (text !== undefined) {
    found.shapes.add(shapeOf(text));
    if (/\.(contract|errors)\.ts$/.test(source.path) && /^[A-Z].* .*\.$/.test(text)) found.asked.add(text);
  }
  // The names of the functions that codes belong to are the keys of their list.
  if (value.type === 'Property' && isNode(value.key) && typeof value.key.name === 'string')
    found.shapes.add(value.key.name);
  const name = value.type === 'CallExpression' && isNode(value.callee) ? value.callee.name : undefined;
  const [first, second] = Array.isArray(value.arguments) ? (value.arguments as unknown[]) : [];
  if (name === 't') {
    for (const sentence of leavesOf(first)) found.asked.add(sentence);
    if (!isInFunction) found.frozen.push(`${source.path}: t(${leavesOf(first).join(' or ')})`);
  }
  if (name === 'refusal') for (const sentence of leavesOf(second)) found.asked.add(sentence);
  const inside = isInFunction || /Function/.test(value.type);
  for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, source, found, inside);
}

/** The sentences an argument can be: of `isOne ? 'Car' : 'Cars'` both, of a variable none. */
function leavesOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'ConditionalExpression') return [...leavesOf(value.consequent), ...leavesOf(value.alternate)];
  if (value.type === 'LogicalExpression') return [...leavesOf(value.left), ...leavesOf(value.right)];
  const text = textOf(value);
  return text === undefined || text === '' ? [] : [text];
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('{x}');
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
