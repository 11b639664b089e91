import { isValidElement, options } from 'preact';
import react from 'preact/compat';

export * from 'preact/compat';
export default react;

// Effects right after the drawing, as React does after a press or a key: a dialog that can be seen has the focus already.
// Preact would wait for a frame, and a key that is quicker would go elsewhere.
options.requestAnimationFrame = queueMicrotask;

/** Begins the keys that are given here: nobody else's do. */
const PLACE = '\0';

const isGivenKey = ({ key }) => key === null || key === undefined || (typeof key === 'string' && key.startsWith(PLACE));

// Without a key a child is the one in its place, as in React. Preact would look for one of the same kind further on: a
// part that is drawn in two ways would take over its neighbour, and what was typed there would be gone.
const before = options.vnode?.bind(options);
options.vnode = (vnode) => {
  before?.(vnode);
  const { children } = vnode.props;
  if (!Array.isArray(children)) return;
  children.forEach((child, place) => {
    if (isValidElement(child) && isGivenKey(child)) child.key = PLACE + place;
  });
};

/** The router names it for data routers, which this portal has not got. */
export function useOptimistic() {
  throw new Error('useOptimistic is not there: see docs/decisions/011-preact.md');
}
