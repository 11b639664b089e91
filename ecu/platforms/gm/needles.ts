import type { Image, Window } from '../../image.ts';

/** Instructions that contain an address: `42 10 20 7C .. .. .. .. 1C`; the dots stand for the bytes of the address. */
export type Needle = { values: readonly number[]; fixed: readonly boolean[]; anchorAt: number; anchor: Uint8Array };

const sitesLimit = 32;

export function needle(text: string): Needle {
  const parts = text.split(' ');
  const fixed = parts.map((part) => part !== '..');
  const values = parts.map((part) => (part === '..' ? 0 : parseInt(part, 16)));
  const anchor = longestRun(fixed);
  return { values, fixed, anchorAt: anchor.at, anchor: Uint8Array.from(values.slice(anchor.at, anchor.end)) };
}

function longestRun(fixed: readonly boolean[]): Window {
  let best = { at: 0, end: 0 };
  for (let at = 0; at < fixed.length; at += 1) {
    let end = at;
    while (fixed[end] === true) end += 1;
    if (end - at > best.end - best.at) best = { at, end };
  }
  return best;
}

/** Returns the offsets at which the instructions occur. */
export function findNeedle(image: Image, { values, fixed, anchorAt, anchor }: Needle, window: Window): number[] {
  const sites: number[] = [];
  let found = image.find(anchor, window);
  while (found !== null && sites.length < sitesLimit) {
    const at = found - anchorAt;
    const isHere = values.every((value, index) => fixed[index] !== true || image.u8(at + index) === value);
    if (isHere && at >= window.at) sites.push(at);
    found = image.find(anchor, { at: found + 1, end: window.end });
  }
  return sites;
}

/** Returns the one address that all sites name; null when there is none, or more than one. */
export function onlyAddress(sites: readonly number[], read: (site: number) => number | null): number | null {
  const addresses = new Set(sites.map(read));
  const [address = null, other] = addresses;
  return other === undefined ? address : null;
}
