import type { Plugin } from 'vite';

/** Fields of an endpoint for the API reference and the server's limits; no page reads them. */
const SERVER_FACTS = new Set([
  'summary',
  'description',
  'errors',
  'perMinute',
  'longestBodyKb',
  'longestSeconds',
  'needsActivation',
  'hasSecret',
  'idempotent',
  'fromReplica',
]);

/** The part of the parser's output that this plugin reads. */
interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Omits from the browser build what contracts declare for the server alone. */
export function omitServerFacts(): Plugin {
  return {
    name: 'omit-server-facts',
    apply: 'build',
    transform: {
      filter: { id: /\.contract\.ts$/ },
      handler(code) {
        return { code: cut(code, findProperties(this.parse(code))), map: null };
      },
    },
  };
}

function findProperties(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findProperties);
  if (!isNode(node)) return [];
  if (node.type === 'Property' && SERVER_FACTS.has(node.key?.name ?? '')) return [node];
  return Object.values(node).flatMap(findProperties);
}

/** Removes these ranges, and the comma after each. */
function cut(code: string, ranges: readonly Node[]): string {
  return ranges.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
    code,
  );
}
