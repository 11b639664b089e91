// Loads the page that could not be reached as soon as the portal responds.
const PROBE_EVERY_MS = 2000;

async function probe() {
  try {
    const { status } = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_EVERY_MS) });
    if (status !== 502 && status !== 504) location.reload();
  } catch {
    // Still unreachable.
  }
}

setInterval(() => void probe(), PROBE_EVERY_MS);
window.addEventListener('online', () => void probe());
