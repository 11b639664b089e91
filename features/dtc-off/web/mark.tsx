import { useEffect, useState } from 'react';
import { markKey, monogram, supplierColour } from '../mark.rules.ts';

/** The operator can build without third-party marks: `VITE_BRAND_MARKS=off`. */
const hasShapes = import.meta.env.VITE_BRAND_MARKS !== 'off';

/** Sizes of the drawn marks, in pixels. */
const MAKE_SIZE = 35;
const SUPPLIER_SIZE = 28;

/** The mark of a vehicle manufacturer, or its letters. Decorative, because the name stands next to it. */
export function MakeMark({ name }: { name: string }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-control border bg-surface text-text" aria-hidden>
      <Shape name={name} size={MAKE_SIZE} />
    </span>
  );
}

/** The mark of an ECU manufacturer on its colour, or on grey where it has none. */
export function SupplierMark({ name }: { name: string }) {
  const colour = supplierColour(name);
  return (
    <span
      aria-hidden
      data-colour={colour ?? undefined}
      style={colour === null ? undefined : { backgroundColor: colour }}
      className={`grid size-11 shrink-0 place-items-center rounded-control forced-color-adjust-none ${
        colour === null ? 'bg-grey-bg text-grey-fg' : 'text-[#fff]'
      }`}
    >
      <Shape name={name} size={SUPPLIER_SIZE} />
    </span>
  );
}

function Shape({ name, size }: { name: string; size: number }) {
  const shape = useShape(markKey(name));
  if (shape === null) return <span className="font-mono text-lead font-strong">{monogram(name)}</span>;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor">
      <path d={shape} />
    </svg>
  );
}

/** The shapes are loaded on first use; until then, and permanently where there is no shape, the letters are shown. */
function useShape(key: string): string | null {
  const [shapes, setShapes] = useState<Readonly<Record<string, string>> | null>(null);
  useEffect(() => {
    if (!hasShapes) return undefined;
    let isEnabled = true;
    void import('../mark-shapes.ts').then(
      ({ MARK_SHAPES }) => isEnabled && setShapes(MARK_SHAPES),
      () => undefined,
    );
    return () => {
      isEnabled = false;
    };
  }, []);
  return shapes?.[key] ?? null;
}
