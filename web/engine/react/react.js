import { options } from 'preact';
import react from 'preact/compat';

export * from 'preact/compat';
export default react;

// Effects right after the drawing, as React does after a press or a key: a dialog that can be seen has the focus already.
// Preact would wait for a frame, and a key that is quicker would go elsewhere.
options.requestAnimationFrame = queueMicrotask;

/** The router names it for data routers, which this portal has not got. */
export function useOptimistic() {
  throw new Error('useOptimistic is not there: see docs/decisions/011-preact.md');
}
