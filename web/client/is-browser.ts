/** False while the build prerenders the public pages (prerender.tsx), where there is no window, storage or event. */
export const isBrowser = typeof window !== 'undefined';
