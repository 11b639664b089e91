import { lazy, useState, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';

type Place = Pick<Location, 'pathname' | 'search'>;

interface ScreenModule {
  default: ComponentType;
  /** Reads what the screen at this address begins with. */
  prepare?: (place: Place) => Promise<unknown>;
}

type Load = () => Promise<ScreenModule>;

/** What can be loaded before a screen is shown. */
interface Ahead {
  loadOnce: Load;
}

/** The program of a screen, and what it begins with at this address. */
export async function prepareScreen({ loadOnce }: Ahead, place: Place): Promise<void> {
  const { prepare } = await loadOnce();
  await prepare?.(place);
}

/** A screen whose program comes when it is shown, or ahead of that: then it is there at once. */
export function screen(load: Load): ComponentType & Ahead {
  let loadedPart: ComponentType | null = null;
  const loadOnce = async () => {
    const loaded = await load();
    loadedPart = loaded.default;
    return loaded;
  };
  const Late = lazy(loadOnce);

  function Screen() {
    // Whichever it began with: another one would restart it.
    const [Part] = useState<ComponentType>(() => loadedPart ?? Late);
    return <Part />;
  }

  return Object.assign(Screen, { loadOnce });
}

/**
 * Loads a screen as soon as a link to it is pointed at or pressed, so that "Loading..." is seen where a
 * connection is slow, and not at every first step.
 */
export function preloadOnHover(routes: RouteObject[]): void {
  const prepare = ({ type, target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    // What fails is not asked for again on the same page by every browser.
    if (link === null || link.origin !== location.origin || !navigator.onLine) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      const ahead = screenOf(route.element);
      if (ahead === undefined) continue;
      // Who only points at a link may go past it.
      const coming = type === 'pointerdown' ? prepareScreen(ahead, link) : ahead.loadOnce();
      // The step itself reports what did not come.
      coming.catch(() => undefined);
    }
  };
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(kind, prepare, { passive: true });
  }
}

/** Nothing when a route shows no screen of its own. */
export function screenOf(element: ReactNode): Ahead | undefined {
  if (typeof element !== 'object' || element === null || !('type' in element)) return undefined;
  const { type } = element;
  return typeof type === 'function' && 'loadOnce' in type ? (type as ComponentType & Ahead) : undefined;
}
