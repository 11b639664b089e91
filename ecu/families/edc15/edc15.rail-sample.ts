import type { SampleImage } from '../../testing/sample-image.ts';

export type RailKnobs = {
  form: 'long' | 'short';
  /** Where the first path stands, and how many there are. */
  at?: number;
  paths?: number;
  /** Address stored first with the faults of every second path. */
  secondAddress?: number;
  /** The long heads stand behind their time limits, as in the first units of PSA. */
  hasLimitsBefore?: boolean;
};

/** Codes P0100 and on, and the maker's own 1E00 in the first path. */
export function writeRailPaths(sample: SampleImage, knobs: RailKnobs): void {
  const { paths = 45 } = knobs;
  let at = knobs.at ?? 0x72000;
  for (let path = 0; path < paths; path += 1) {
    const number = path === 0 ? 0x1e00 : 0x0100 + parseInt(String(path), 16);
    const firstAddress = path % 2 === 1 ? (knobs.secondAddress ?? 0x0f10) : 0x0f10;
    if (knobs.hasLimitsBefore) at = writeLimits(sample, at, path);
    at = knobs.form === 'long' ? writeLongHead(sample, at, number) : writeShortHead(sample, at, number);
    for (const [index, address] of [firstAddress, 0x0f00, 0x0f65, 0x1f5d, 0x000d].entries()) {
      sample.u16le(at + 2 * index, address);
    }
    at += 10;
    if (knobs.form === 'short') at += 4;
    // The sixth path has no time limits of its own: it shares those of the seventh.
    else if (!knobs.hasLimitsBefore && path !== 5) at = writeLimits(sample, at, path);
    if (knobs.hasLimitsBefore) at += 8;
  }
}

function writeLongHead(sample: SampleImage, at: number, number: number): number {
  sample
    .fill(at, at + 0x18, 0)
    .u16le(at, number)
    .put(at + 2, [0x00, 0x41, 0x04, 0x28]);
  return at + 0x18;
}

/** With a code of the law of its own for two kinds of fault. */
function writeShortHead(sample: SampleImage, at: number, number: number): number {
  sample.fill(at, at + 0x12, 0).u16le(at, number === 0x1e00 ? 0x1138 : number);
  sample.u16le(at + 2, 0x0201).u16le(at + 4, 0x0202);
  return at + 0x12;
}

/** One or two; those of the fourth path are never detected, and of the fifth only the first. */
function writeLimits(sample: SampleImage, startAt: number, path: number): number {
  const count = 2 - (path % 2);
  for (let index = 0; index < count; index += 1) {
    const isNever = path === 3 || (path === 4 && index === 0);
    sample.put(startAt + 6 * index, [...(isNever ? [0xff, 0xff, 0, 0] : [0x1e, 0, 0x0a, 0]), 0x45, 0]);
  }
  return startAt + 6 * count;
}
