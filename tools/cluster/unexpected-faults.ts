import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Line {
  msg?: string;
  err?: { message?: string; code?: string; stack?: string };
}

/** How much of a stack says where an error comes from. */
const STACK_LINES = 5;

/** Lists what the processes of a cluster have logged as a fault of their own, each once with the top of its stack. */
export function listUnexpectedFaults(folder: string): string[] {
  const lines = globSync('*.log', { cwd: folder }).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  const faults = lines
    // A process that was killed may have left half a line.
    .filter((line) => line.includes('"unexpected fault"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
    .map(({ err = {} }) =>
      [err.code, ...(err.stack ?? err.message ?? '').split('\n').slice(0, STACK_LINES)].join('\n'),
    );
  return [...new Set(faults)];
}
