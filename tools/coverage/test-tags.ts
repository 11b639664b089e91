import { parseSync } from 'vite';

/** The part of the parser's output that is read here. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  callee?: Node;
  object?: Node;
  property?: Node;
  tag?: Node;
  key?: Node;
  arguments?: Node[];
  properties?: Node[];
  elements?: (Node | null)[];
  quasis?: { value?: { cooked?: string } }[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Returns the tags of the tests and groups in one file; skipped and todo ones do not count. */
export function findTags(path: string, source: string): string[] {
  return [...new Set(findCalls(parseSync(path, source).program).flatMap(tagsOfCall))];
}

/** Returns the names of the tests and groups in one file; skipped and todo ones do not count. */
export function findTestNames(path: string, source: string): string[] {
  return findCalls(parseSync(path, source).program).flatMap((call) => {
    if (!isRun(call)) return [];
    const [name] = call.arguments ?? [];
    const text = name?.quasis?.length === 1 ? name.quasis[0]?.value?.cooked : name?.value;
    return typeof text === 'string' ? [text] : [];
  });
}

function findCalls(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findCalls);
  if (!isNode(node)) return [];
  const inside = Object.values(node).flatMap(findCalls);
  return node.type === 'CallExpression' ? [node, ...inside] : inside;
}

function isRun(call: Node): boolean {
  const [name, ...modifiers] = namesOf(call.callee);
  return /^(?:test|it|describe)$/.test(name ?? '') && !modifiers.includes('skip') && !modifiers.includes('todo');
}

function tagsOfCall(call: Node): string[] {
  if (!isRun(call)) return [];
  const options = call.arguments?.find(({ type }) => type === 'ObjectExpression');
  const tags = options?.properties?.find(({ key }) => key?.name === 'tags')?.value;
  if (!isNode(tags)) return [];
  return (tags.elements ?? []).flatMap((tag) => (typeof tag?.value === 'string' ? [tag.value] : []));
}

/** Splits a callee into its names: `test.each(…)` is `test` and `each`. */
function namesOf(callee: Node | undefined): string[] {
  if (callee === undefined) return [];
  if (callee.type === 'Identifier') return [callee.name ?? ''];
  const own = callee.type === 'MemberExpression' ? [callee.property?.name ?? ''] : [];
  return [...namesOf(callee.object ?? callee.callee ?? callee.tag), ...own];
}
