/** Large enough that asking costs little, small enough to be made unnoticed. */
const PAGE_ROWS = 1000;

/**
 * A long list, newest first, a page at a time: each page is a query of its own that begins below the last id of the
 * one before. A cursor would hold a connection and a snapshot for as long as a slow line takes to read it.
 * What is there all the time is listed exactly once; every row is as it was when its page was read.
 */
export async function* readPages<Row extends { id: number }>(
  readBelow: (id: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await readBelow(below, PAGE_ROWS);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    below = last.id;
  }
}
