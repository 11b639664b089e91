import { useEffect, useRef, useState } from 'react';
import { t } from '../languages/text.ts';

type DropAnywhereProps = { onFile: (file: File) => void; disabled: boolean };

/**
 * Accepts a file that is dropped anywhere on the page, except where something else takes it. While `disabled` none is
 * taken, and the browser does not leave the page and all input on it for the file either.
 */
export function DropAnywhere({ onFile, disabled }: DropAnywhereProps) {
  const isOver = useFileDrop((file) => !disabled && onFile(file));
  if (!isOver || disabled) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-2 z-30 grid animate-appear place-items-center rounded-card border-2 border-dashed border-accent"
    >
      <p className="rounded-control bg-accent px-6 py-4 font-strong text-on-accent shadow-overlay">
        {t('common.dropFileHere')}
      </p>
    </div>
  );
}

function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const listeners = new AbortController();
    const listen = (type: 'dragover' | 'drop' | 'dragleave', act: (event: DragEvent) => void) =>
      document.addEventListener(type, act, { signal: listeners.signal });
    // A text that is dragged into a field is none of ours.
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    listen('dragover', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    });
    // No related target means that the pointer has left the window.
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      setOver(false);
      // A drop zone has already handled it.
      if (event.defaultPrevented || !hasFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    });
    return () => listeners.abort();
  }, []);
  return isOver;
}
