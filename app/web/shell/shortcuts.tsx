import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isSingleKey } from '../../../web/ui/single-keys.ts';
import { SHOW_SHORTCUTS, actionOfKey } from '../../../web/frame/actions.ts';
import type { SidebarEntry } from './sidebar.tsx';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** Longest time between "g" and the letter of the screen. */
const SEQUENCE_MS = 1500;

/**
 * "g" and a letter opens a screen, "?" lists the shortcuts, and a letter alone focuses the element that a screen has
 * marked with `data-shortcut`, or runs the action that the screen offers under it (`useActions`).
 */
export function Shortcuts({ entries }: { entries: readonly SidebarEntry[] }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys(entries, () => setHelpOpen(true));
  useEffect(() => {
    const show = () => setHelpOpen(true);
    window.addEventListener(SHOW_SHORTCUTS, show);
    return () => window.removeEventListener(SHOW_SHORTCUTS, show);
  }, []);
  if (!isHelpOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog entries={entries} onClose={() => setHelpOpen(false)} />
    </Suspense>
  );
}

function useKeys(entries: readonly SidebarEntry[], onHelp: () => void) {
  const navigate = useNavigate();
  const goingSince = useRef(-Infinity);
  useEffect(() => {
    const take = (shortcut: string) => {
      const action = actionOfKey(shortcut);
      if (action?.to !== undefined) void navigate(action.to);
      else action?.run?.();
      return action !== undefined;
    };
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const isGoing = performance.now() - goingSince.current < SEQUENCE_MS;
      goingSince.current = event.key === 'g' && !isGoing ? performance.now() : -Infinity;
      const place = isGoing ? entries.find(({ shortcut }) => shortcut === event.key) : undefined;
      if (place) void navigate(place.to);
      else if (event.key === '?') onHelp();
      else if (isGoing || !(focusMarked(event.key) || take(event.key))) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [entries, navigate, onHelp]);
}

/** False if there is none, or if it cannot take the focus, such as a hidden one. */
function focusMarked(key: string): boolean {
  if (!/^[a-z]$/.test(key)) return false;
  const marked = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  marked?.focus();
  return marked === document.activeElement;
}
