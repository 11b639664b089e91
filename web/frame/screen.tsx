import { lazy, useState, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { getSession } from '../client/session.ts';
import { mayAsk } from '../client/staff-addresses.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

interface ScreenModule {
  default: ComponentType;
  /** Preloads the first data of the screen at this address. */
  prepare?: (place: Place) => Promise<unknown>;
}

type Load = () => Promise<ScreenModule>;

/** A screen that can be loaded before it is shown. */
interface Ahead {
  loadOnce: Load;
}

/** Loads the code of a screen and its first data for this address. */
export async function prepareScreen({ loadOnce }: Ahead, place: Place): Promise<void> {
  const { prepare } = await loadOnce();
  if (mayAsk(getSession()?.user, place.pathname)) await prepare?.(place);
}

/** Creates a screen whose code loads when it is shown, or earlier: then it appears at once. */
export function screen(load: Load): ComponentType & Ahead {
  let loadedPart: ComponentType | null = null;
  const loadOnce = async () => {
    const loaded = await load();
    loadedPart = loaded.default;
    return loaded;
  };
  const Late = lazy(loadOnce);

  function Screen() {
    // Keeps the component it started with: a different one would remount the screen.
    const [Part] = useState<ComponentType>(() => loadedPart ?? Late);
    return <Part />;
  }

  return Object.assign(Screen, { loadOnce });
}

/** The routes of the portal, once they are known: a screen cannot import them, as they import every screen. */
let routes: RouteObject[] = [];

/** Longest wait for a screen's first data: without them it is drawn with their skeleton. */
const DATA_TIMEOUT_MS = 500;

/** Loads what the screen at this path is drawn with, while the present screen stays. */
export async function prepareScreenAt(pathname: string): Promise<void> {
  const coming = screensOf(matchRoutes(routes, pathname) ?? []);
  // Code that could not be loaded is requested again when it is to be shown, and reported then.
  await Promise.allSettled(coming.map(({ loadOnce }) => loadOnce()));
  const data = Promise.allSettled(coming.map((next) => prepareScreen(next, { pathname, search: '' })));
  await Promise.race([data, new Promise((end) => setTimeout(end, DATA_TIMEOUT_MS))]);
}

/** Returns the screens of these routes: the frame, and the screen inside it. */
export const screensOf = (matching: readonly { route: RouteObject }[]): Ahead[] =>
  matching.flatMap(({ route }) => screenOf(route.element) ?? []);

/**
 * Loads a screen as soon as a link to it is hovered, focused or pressed, so that "Loading..." only appears on a slow
 * connection, and not on every first visit to a screen.
 */
export function preloadOnHover(known: RouteObject[]): void {
  routes = known;
  const prepare = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    // Not every browser retries a failed import on the same page, so nothing is loaded while offline.
    if (link === null || link.origin !== location.origin || !navigator.onLine) return;
    for (const ahead of screensOf(matchRoutes(known, link.pathname) ?? [])) {
      // Hovering alone loads only the code: the pointer may just be passing over the link.
      const coming = type === 'pointerdown' ? prepareScreen(ahead, link) : ahead.loadOnce();
      // The navigation itself reports what could not be loaded.
      coming.catch(() => undefined);
    }
  };
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) {
    addEventListener(kind, prepare, { passive: true });
  }
}

/** Returns the screen that a route shows; undefined if it has none. */
function screenOf(element: ReactNode): Ahead | undefined {
  if (typeof element !== 'object' || element === null || !('type' in element)) return undefined;
  const { type } = element;
  return typeof type === 'function' && 'loadOnce' in type ? (type as ComponentType & Ahead) : undefined;
}
