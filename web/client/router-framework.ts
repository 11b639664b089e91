import { createContext, type ForwardedRef } from 'react';

// In place of the part of react-router that loads pages of its own server ahead (tools/vite/lean-packages.ts): no page
// of the portal comes from there, and every screen would carry its 2 kB. A link is then a link.

export const FrameworkContext = createContext(undefined);

export const PrefetchPageLinks = (): null => null;

export const usePrefetchBehavior = () => [false, null, {}] as const;

export const mergeRefs = <Element>(ref: ForwardedRef<Element>): ForwardedRef<Element> => ref;
