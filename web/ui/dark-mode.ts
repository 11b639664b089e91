import { useEffect, useSyncExternalStore } from 'react';

const key = 'darkMode';
const listeners = new Set<() => void>();

/** The reader's own choice; light until there is one. */
export function isDarkChosen(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

export function chooseDark(dark: boolean): void {
  try {
    localStorage.setItem(key, String(dark));
  } catch {
    // Private windows may refuse storage; the choice then lasts for this page only.
  }
  paint(dark);
  for (const changed of listeners) changed();
}

/** For the toggle: what is chosen, and how to switch it. */
export function useDarkMode() {
  const dark = useSyncExternalStore(subscribe, isDarkChosen);
  return { dark, toggle: () => chooseDark(!dark) };
}

/** Paints the document by the reader's choice or by the operating system. Call it once per shell. */
export function useTheme(source: 'chosen' | 'system') {
  useEffect(() => {
    if (source === 'chosen') {
      paint(isDarkChosen());
      return;
    }
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => paint(system.matches);
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [source]);
}

function paint(dark: boolean) {
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
