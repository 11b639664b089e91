/** The functions whose first argument is the key of a text. */
export const TEXT_FUNCTIONS = [
  't',
  'textKey',
  'storedText',
  'invalid',
  'refusal',
  'refusalWith',
  'limitReached',
  'sentence',
];

/** Functions that return their argument, so the sentence replaces the whole call. */
const NAMING = ['textKey', 'invalid'];

export interface Place {
  start: number;
  end: number;
  key: string;
  /** True when the code of a refusal or reason is compared and sent, so the key stays beside the sentence. */
  hasCode: boolean;
}

type Node = Record<string, unknown> & { type: string; start: number; end: number };

/** Finds the keys of texts in a program: that of `t('files.notReady')`, and both of `t(isPaid ? 'a.b' : 'c.d')`. */
export function readTextPlaces(program: unknown): Place[] {
  const places: Place[] = [];
  visit(program, places);
  return places;
}

function visit(value: unknown, places: Place[]): void {
  if (Array.isArray(value)) for (const one of value) visit(one, places);
  if (!isNode(value)) return;
  const callee = value.type === 'CallExpression' && isNode(value.callee) ? value.callee.name : undefined;
  if (TEXT_FUNCTIONS.includes(String(callee))) places.push(...findPlaces(String(callee), value));
  for (const [name, child] of Object.entries(value)) if (name !== 'type') visit(child, places);
}

function findPlaces(callee: string, call: Node): Place[] {
  const [first, ...others] = call.arguments as unknown[];
  const hasCode = /^refusal|^limit|^sentence/.test(callee);
  const [leaf, ...more] = listLeaves(first).map((place) => ({ ...place, hasCode }));
  if (leaf === undefined) return [];
  const isWhole = NAMING.includes(callee) && others.length === 0 && more.length === 0;
  return isWhole ? [{ ...leaf, start: call.start, end: call.end }] : [leaf, ...more];
}

function listLeaves(value: unknown): Omit<Place, 'hasCode'>[] {
  if (!isNode(value)) return [];
  if (value.type === 'ConditionalExpression') return [...listLeaves(value.consequent), ...listLeaves(value.alternate)];
  if (value.type === 'LogicalExpression') return [...listLeaves(value.left), ...listLeaves(value.right)];
  if (value.type === 'ParenthesizedExpression') return listLeaves(value.expression);
  if (value.type !== 'Literal' || typeof value.value !== 'string') return [];
  return [{ start: value.start, end: value.end, key: value.value }];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
