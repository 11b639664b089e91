import { useEffect, useSyncExternalStore } from 'react';
import { storedFlag } from './stored-flag.ts';

/** The reader's choice; light by default. */
const darkMode = storedFlag('darkMode', false);

export const isDarkChosen = darkMode.isOn;

/** Applies the choice and stores it; in a browser without storage, it lasts for this page only. */
export function chooseDark(dark: boolean): void {
  paint(dark);
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
