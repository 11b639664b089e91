import type { CSSProperties, ReactNode } from 'react';

// Styled by hand: classes that only a story has would be built into nothing, and may not be built into the portal.
const grid: CSSProperties = { display: 'grid', gap: 24, alignItems: 'start', justifyItems: 'stretch' };
const name: CSSProperties = { margin: '0 0 6px', fontSize: 12, color: 'var(--color-text3)' };

type StatesProps = {
  children: ReactNode;
  /** At least this wide each, as many beside each other as there is room for; otherwise below each other. */
  minWidth?: number;
};

/** Several states of one component. */
export function States({ children, minWidth }: StatesProps) {
  const columns = minWidth === undefined ? '100%' : `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))`;
  return <div style={{ ...grid, gridTemplateColumns: columns }}>{children}</div>;
}

/** One of them under its name. */
export function State({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <p style={name}>{of}</p>
      {children}
    </div>
  );
}

/** Small things beside each other. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>{children}</div>
);

export const nothing = (): void => undefined;

const TIMEOUT_MS = 5000;

/** For `play`: the story counts as drawn when this is here. */
export async function shown(selector: string): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  while (document.querySelector(selector) === null) {
    if (Date.now() > until) throw new Error(`The story shows no ${selector}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}

/** What `play` is given. */
export type Played = { canvasElement: HTMLElement };

/** Longer than there is room for. */
export const LONG =
  'Remap for a vehicle that came in with a control unit of another year and a file name that says everything about it';
export const LONG_NAME = 'VW_Golf_7_2.0_TDI_150_CRLB_EDC17C64_04L906021AB_SW9978_original_read_2026-11-22_bench.bin';
