import { readdirSync, readFileSync } from 'node:fs';

/** Lists the process ids below this one; only Linux shows them without another program. */
export function listDescendants(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = readProcessStatus(Number(name));
      return text === null ? [] : [{ id: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(text)?.[1]) }];
    });
  const below = (id: number): number[] =>
    parents.filter(({ parent }) => parent === id).flatMap((child) => [child.id, ...below(child.id)]);
  return below(pid);
}

function readProcessStatus(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
}

export const isAlive = (pid: number): boolean => /^State:\s+[^ZX]/m.test(readProcessStatus(pid) ?? '');
