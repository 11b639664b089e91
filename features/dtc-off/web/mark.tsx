import { useEffect, useState } from 'react';

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

/** Names of the same make, by key. The Volkswagen group is shown as the make it is named after. */
const ALIASES: Readonly<Record<string, string>> = {
  VW: 'VOLKSWAGEN',
  VAG: 'VOLKSWAGEN',
  VWAG: 'VOLKSWAGEN',
  VOLKSWAGENGROUP: 'VOLKSWAGEN',
  MB: 'MERCEDESBENZ',
  MERCEDES: 'MERCEDESBENZ',
  GM: 'GENERALMOTORS',
  ROBERTBOSCH: 'BOSCH',
  MAGNETI: 'MAGNETIMARELLI',
  MARELLI: 'MAGNETIMARELLI',
};

/** Returns upper case without spaces, hyphens and accents; "Mercedes-Benz", "MERCEDES" and "MB" share one key. */
export function markKey(name: string): string {
  const key = name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  return ALIASES[key] ?? key;
}

const ABBREVIATIONS: Readonly<Record<string, string>> = { MERCEDESBENZ: 'MB', MAGNETIMARELLI: 'MM' };

/**
 * Returns one or two letters to show in place of a mark: those of the first two words, or the first two of one word.
 */
export function monogram(name: string): string {
  const known = ABBREVIATIONS[markKey(name)];
  if (known !== undefined) return known;
  const [first = '', second = ''] = name.toUpperCase().match(/[\p{L}\d]+/gu) ?? [];
  return second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}

/** A colour for each supplier that the specification names; for surfaces, never for text. */
const SUPPLIER_COLOURS: Readonly<Record<string, string>> = {
  BOSCH: '#D50C23',
  SIEMENS: '#007C7C',
  DELPHI: '#B0131B',
  DENSO: '#C8102E',
  CONTINENTAL: '#B96A00',
  MAGNETIMARELLI: '#00539B',
  HITACHI: '#B8002A',
  VALEO: '#3F7D1E',
  MITSUBISHI: '#C4000D',
};

/** Returns the supplier's colour; null when it has none of its own. */
export const supplierColour = (name: string): string | null => SUPPLIER_COLOURS[markKey(name)] ?? null;
