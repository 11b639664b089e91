/** False while the build draws the pages for everybody ahead (prerender.tsx): no window, no storage, no events. */
export const isBrowser = typeof window !== 'undefined';
