import type { Plugin } from 'vite';

/** Fields of an endpoint for the server, the API reference and tests; no page reads them. */
const SERVER_FACTS = new Set([
  'summary',
  'description',
  'input',
  'reply',
  'errors',
  'perMinute',
  'staffNeeds',
  'forTokens',
  'forViews',
  'maxBodyKb',
  'timeoutSeconds',
  'needsActivation',
  'needsFreshSignIn',
  'automatic',
  'hasSecret',
  'fromReplica',
]);

/** The part of the parser's output that these plugins read. */
interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  value?: { value?: unknown };
  callee?: { name?: string };
  arguments?: (Node & { properties?: Node[] })[];
  declaration?: Node | null;
  declarations?: { init?: Node | null }[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Omits from the browser build what calls declare for the server alone. */
export function omitServerFacts(): Plugin {
  return {
    name: 'omit-server-facts',
    apply: 'build',
    transform: {
      filter: { id: /\.calls\.ts$/ },
      handler(code) {
        return { code: cut(code, findFacts(this.parse(code))), map: null, moduleSideEffects: false };
      },
    },
  };
}

function findFacts(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findFacts);
  if (!isNode(node)) return [];
  if (node.type === 'CallExpression' && node.callee?.name === 'endpoint') {
    return (node.arguments?.[0]?.properties ?? []).filter(isServerFact);
  }
  // Its input; the rest is that of the call whose fields are all sent.
  if (node.type === 'CallExpression' && node.callee?.name === 'declarePatch') return node.arguments?.slice(1) ?? [];
  return Object.values(node).flatMap(findFacts);
}

/** A page only asks whether a call is open to anyone. */
const isServerFact = ({ key, value }: Node): boolean =>
  SERVER_FACTS.has(key?.name ?? '') || (key?.name === 'who' && value?.value !== 'anyone');

/** Removes these ranges, and the comma after each. */
function cut(code: string, ranges: readonly Node[]): string {
  return ranges.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
    code,
  );
}

/**
 * Lets the browser build drop the schemas and refusals that no page uses: it cannot know that a chain such as
 * `z.string().check(…)`, a field of another schema, or `refusal(…)` changes nothing. A module with them does nothing
 * else.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: 'drop-unused-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/(contract|features)\/.*\.ts$/ },
      handler(code, id) {
        if (!id.endsWith('.calls.ts') && !DECLARES.test(code)) return null;
        const body = (this.parse(code) as unknown as { body: Node[] }).body;
        return { code: body.flatMap(findMade).reduceRight(markPure, code), map: null, moduleSideEffects: false };
      },
    },
  };
}

const DECLARES = /from ["'](?:zod\/mini|[./]*contract\/refusal\.ts)["']/;

const AS_IT_IS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal']);

/** Finds what a statement at the top of a module makes. */
const findMade = (statement: Node): Node[] =>
  ((statement.declaration ?? statement).declarations ?? []).flatMap(({ init }) =>
    init === undefined || init === null || AS_IT_IS.has(init.type) ? [] : [init],
  );

const markPure = (code: string, { start, end }: Node): string =>
  `${code.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${code.slice(end)}`;
