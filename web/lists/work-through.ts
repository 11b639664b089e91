/** So many are on their way at once. */
const AT_ONCE = 4;

/** Does to each row what one press on it would do; answers those with which it did not work. */
export async function workThrough<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Row[]> {
  const waiting = [...rows];
  const failed: Row[] = [];
  let done = 0;
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const wanted = row;
      await act(wanted).catch(() => failed.push(wanted));
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
