import { dirname, join } from 'node:path/posix';

import { findDomain, isTest, type ProjectFile } from './files.ts';

type Import = { from: string; to: string };

const IMPORT = /\bfrom\s+'([^']+)'|\bimport\s+'([^']+)'|\bimport\(\s*'([^']+)'/g;

export function findForbiddenImports(files: ProjectFile[]): string[] {
  const imports = files.filter(({ path }) => /\.(ts|tsx)$/.test(path)).flatMap(listImports);
  const findings = imports.flatMap((one) => {
    const reason = whyForbidden(one);
    return reason === null ? [] : [`${one.from}: ${reason} (${one.to})`];
  });
  return [...new Set([...findings, ...findCycles(imports)])];
}

function listImports({ path, text }: ProjectFile): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return { from: path, to: name.startsWith('.') ? join(dirname(path), name) : name };
  });
}

function whyForbidden({ from, to }: Import): string | null {
  if (isTest(from)) return null;
  if (to.startsWith('node:')) return isPure(from) ? 'this code also runs where Node is not' : null;
  const [own, other] = [findDomain(from), findDomain(to)];
  if (isWeb(from) && (to.startsWith('server/') || /^(?:app|portal)\/.+\/server\//.test(to)))
    return 'the browser cannot run server code';
  if (own !== null && other !== null && own !== other && /\/server\/[^/]+\.(queries|routes)\.ts$/.test(to)) {
    return `another domain's queries and routes are its own; use its verbs`;
  }
  if (other !== null && knowsNoDomain(from)) return 'this code knows no domain';
  if (to.startsWith('app/') && !mayCompose(from)) return 'what composes domains is above them';
  return null;
}

function isWeb(path: string): boolean {
  return /^web\/|^(?:app|portal)\/.+\/web\//.test(path);
}

/** The library without its command line, what both sides read, and what runs in the browser. */
function isPure(path: string): boolean {
  if (path.startsWith('ecu/')) return !path.startsWith('ecu/cli/');
  if (isWeb(path)) return true;
  return /^(?:app|portal)\//.test(path) && !path.includes('/server/');
}

/** The programs themselves, the list of all calls, and the frame around every screen. */
const mayCompose = (path: string) =>
  /^(?:app|scripts)\/|^portal\/endpoints\.ts$|^web\/(?:routing\.tsx$|shell\/)/.test(path);

function knowsNoDomain(path: string): boolean {
  if (/^web\/ui\/|^ecu\//.test(path)) return true;
  return path.startsWith('server/');
}

/** Tests and factories tell stories across domains; the product itself must not go round in a circle. */
function findCycles(imports: Import[]): string[] {
  const uses = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [findDomain(one.from), findDomain(one.to)];
    if (from === null || to === null || from === to || isTest(one.from) || one.from.endsWith('.factory.ts')) continue;
    const targets = uses.get(from) ?? new Map<string, Import>();
    uses.set(from, targets.set(to, targets.get(to) ?? one));
  }
  const findings: string[] = [];
  for (const start of [...uses.keys()].sort()) {
    const circle = findWayBack(uses, start, [start]);
    // Told once per circle, by its first domain in the alphabet.
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
  return `portal: domains import each other in a circle: ${[...circle, circle[0]].join(' -> ')} (${places.join(', ')})`;
}
