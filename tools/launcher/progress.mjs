/** Something is printed at least this often. */
export const MAX_SILENT_MS = 15_000;

/** Runs work that may print nothing for minutes, and prints now and then that it is still running. */
export async function withProgress(what, work) {
  const startedAt = performance.now();
  const ticker = setInterval(() => {
    console.error(`… ${what} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  }, MAX_SILENT_MS);
  try {
    return await work();
  } finally {
    clearInterval(ticker);
  }
}
