import react from 'preact/compat';

export * from 'preact/compat';
export default react;

/** The router names it for data routers, which this portal has not got. */
export function useOptimistic() {
  throw new Error('useOptimistic is not there: see docs/decisions/011-preact.md');
}
