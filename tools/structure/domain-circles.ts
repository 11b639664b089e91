import { findDomain } from './files.ts';
import { isTest } from './import-rules.ts';

const isRoutes = (path: string) => path.endsWith('.routes.ts');

export type Import = { from: string; to: string };

/**
 * Finds circular imports between domains. Tests and factories may import across domains; the product itself must not
 * form a circle. The routes of a noun only list the calls of all its aspects, so they do not count.
 */
export function findDomainCircles(imports: Import[]): string[] {
  const uses = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [findDomain(one.from), findDomain(one.to)];
    if (from === null || to === null || from === to || isTest(one.from) || isRoutes(one.from)) continue;
    const targets = uses.get(from) ?? new Map<string, Import>();
    uses.set(from, targets.set(to, targets.get(to) ?? one));
  }
  const findings: string[] = [];
  for (const start of [...uses.keys()].sort()) {
    const circle = findWayBack(uses, start, [start]);
    // Reports each circle once, from its alphabetically first domain.
    if (circle && circle.every((domain) => domain >= start)) findings.push(describe(circle, uses));
  }
  return findings;
}

function findWayBack(uses: Map<string, Map<string, Import>>, start: string, way: string[]): string[] | null {
  const last = way.at(-1) ?? start;
  for (const next of uses.get(last)?.keys() ?? []) {
    if (next === start) return way;
    if (way.includes(next) || next < start) continue;
    const circle = findWayBack(uses, start, [...way, next]);
    if (circle) return circle;
  }
  return null;
}

function describe(circle: string[], uses: Map<string, Map<string, Import>>): string {
  const places = circle.map((domain, at) => uses.get(domain)?.get(circle[(at + 1) % circle.length] ?? '')?.from);
  return `features: domains import each other in a circle: ${[...circle, circle[0]].join(' -> ')} (${places.join(', ')})`;
}
