import { useEffect, useSyncExternalStore } from 'react';
import { createStoredFlag } from './stored-flag.ts';

/** The reader's choice; light by default. */
const darkMode = createStoredFlag('darkMode', false);

export const isDarkChosen = darkMode.isOn;

/** Applies the choice and stores it; in a browser without storage, it lasts for this page only. */
export function chooseDark(dark: boolean): void {
  applyTheme(dark);
  darkMode.set(dark);
}

/** Returns the current choice and a function to switch it, for the toggle. */
export function useDarkMode() {
  const dark = useSyncExternalStore(darkMode.subscribe, isDarkChosen);
  return { dark, toggle: () => chooseDark(!dark) };
}

/** Sets the document's theme by the reader's choice or by the operating system. Call it once per shell. */
export function useTheme(source: 'chosen' | 'system') {
  useEffect(() => {
    if (source === 'chosen') {
      applyTheme(isDarkChosen());
      return;
    }
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => applyTheme(system.matches);
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [source]);
}

function applyTheme(dark: boolean) {
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
}
