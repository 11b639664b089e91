import type { SampleImage } from '../../testing/sample-image.ts';
import type { ProgramFlaw, SamplePath } from './edc15.rail-program.sample.ts';
import { writeRailProgram } from './edc15.rail-program.sample.ts';

export type RailOptions = {
  form: 'long' | 'short';
  /** Offset of the first path, and number of paths. */
  at?: number;
  paths?: number;
  /** Address stored first with the faults of every second path. */
  secondAddress?: number;
  /** What the program lacks, or does differently. */
  program?: ProgramFlaw;
};

/** Writes codes from P0100 on; P0110 twice. In the long form, the first path has the maker's own 1E00. */
export function writeRailPaths(sample: SampleImage, options: RailOptions): void {
  const { paths: count = 45, form } = options;
  const paths: SamplePath[] = [];
  let at = options.at ?? 0x72000;
  for (let place = 0; place < count; place += 1) {
    // The data of the short form is not in the order of the paths.
    const path = form === 'short' ? (7 * place) % count : place;
    const limits = 2 - (path % 2);
    // The program reports nothing for the last path. In the short form, limits stand before the head.
    const isReported = path < count - 1;
    const limitsAt = isReported ? Array.from({ length: limits }, (_, index) => at + 6 * index) : [];
    const headAt = form === 'short' ? at + 6 * limits : at;
    if (form === 'long') limitsAt.forEach((limitAt, index) => (limitsAt[index] = limitAt + 0x22));
    writeHead(sample, headAt, path, options);
    limitsAt.forEach((limitAt, index) => writeLimit(sample, limitAt, path, index));
    paths[path] = { headAt, limitsAt };
    at += 6 * limits + 0x24;
  }
  if (options.program !== 'none' && count < 60) writeRailProgram(sample, paths, options.program, form);
}

function writeHead(sample: SampleImage, at: number, path: number, { form, secondAddress }: RailOptions): void {
  const digits = path === 12 ? 10 : path;
  const number = path === 0 ? (form === 'long' ? 0x1e00 : 0x1138) : 0x0100 + parseInt(String(digits), 16);
  const addressesAt = at + (form === 'long' ? 0x18 : 0x12);
  sample.fill(at, addressesAt + 10, 0).u16le(at, number);
  if (form === 'long') sample.put(at + 2, [0x00, 0x41, 0x04, 0x28]);
  // Two kinds of fault have OBD codes of their own.
  else sample.u16le(at + 2, 0x0201).u16le(at + 4, 0x0202);
  const first = path % 2 === 1 ? (secondAddress ?? 0x0f10) : 0x0f10;
  for (const [index, address] of [first, 0x0f00, 0x0f65, 0x1f5d, 0x000d].entries()) {
    sample.u16le(addressesAt + 2 * index, address);
  }
}

/** Limits of the fourth path, and the first one of the fifth, are never detected. */
function writeLimit(sample: SampleImage, at: number, path: number, index: number): void {
  const isNever = path === 3 || (path === 4 && index === 0);
  sample.put(at, [...(isNever ? [0xff, 0xff, 0, 0] : [0x1e, 0, 0x0a, 0]), 0x45, 0]);
}
