/** Longest wait for a moment without uploads: on a portal that always receives some, the rest has to go on as well. */
const MAX_WAIT_MS = 60_000;

let underWay = 0;
const waiting = new Set<() => void>();

/** Counts an upload of this process until its bytes have arrived. */
export async function countWhile<Result>(receive: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await receive();
  } finally {
    underWay -= 1;
    if (underWay === 0) for (const go of waiting) go();
  }
}

/** Resolves when this process receives no upload: work that nobody waits for leaves the processor to those who do. */
export function awaitEndOfUploads(maxMs = MAX_WAIT_MS): Promise<void> {
  if (underWay === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, maxMs);
    waiting.add(go);
  });
}
