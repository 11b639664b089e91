import type { Dtcs, DtcRow } from './family.ts';
import type { Image } from './image.ts';

/**
 * Finds the fault paths that are already off, from the bytes. In a row that is partly off, these are the paths in which
 * switching the code off would change no cell; every family lists the cells of a row path by path.
 */
export function findOffPaths(image: Image, dtcs: Dtcs, rows: readonly DtcRow[]): ReadonlySet<number> {
  const off = new Set<number>();
  for (const { code, state, paths, entriesAt } of rows) {
    if (state === 'off') for (const path of paths) off.add(path);
    if (state !== 'partial' || dtcs.switchOff === null) continue;
    const cellsPerPath = entriesAt.length / paths.length;
    if (!Number.isInteger(cellsPerPath)) continue;
    const changes = dtcs.switchOff(image, [code]);
    const isChanged = (cell: number) => changes.some(({ at, after }) => cell >= at && cell < at + after.length);
    for (const [index, path] of paths.entries()) {
      const cells = entriesAt.slice(index * cellsPerPath, (index + 1) * cellsPerPath);
      if (!cells.some(isChanged)) off.add(path);
    }
  }
  return off;
}
