import { analyse } from '../analyse.ts';
import { listDifferences } from '../differences.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { switchOff } from '../switch-off.ts';
import { randomBytes } from './sample-image.ts';

export type Side = 'behind' | 'in front';

/** A data memory as control units leave it: records of different bytes, and erased bytes behind each. */
export function dataMemory(sizeBytes: number): Uint8Array {
  const bytes = randomBytes(sizeBytes, 77);
  for (let at = 0x50; at < sizeBytes; at += 0x80) bytes.fill(0xff, at, at + 0x30);
  return bytes;
}

/** A program and a data memory in one file. */
export function joinMemories(program: Uint8Array, data: Uint8Array, side: Side): Uint8Array {
  const file = new Uint8Array(program.length + data.length);
  file.set(program, side === 'behind' ? 0 : data.length);
  file.set(data, side === 'behind' ? program.length : 0);
  return file;
}

/** A program with one of its codes, and what becomes of it on its own when that code is switched off. */
export function readSwitchable(program: Uint8Array) {
  const { family, listing } = analyse(program);
  const code = listing?.outcome === 'found' ? listing.rows.find(({ state }) => state === 'on')?.code : undefined;
  if (family === null || code === undefined) throw new Error('No code of this sample is on.');
  const result = switchOff(program, family, [code]);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  return { program, code, changed: result.bytes };
}

type Switchable = ReturnType<typeof readSwitchable>;

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && listDifferences(one, other).length === 0;

/** What is said about the parts, and whether the file is the changed program with the data memory as it was. */
export function switchOffJoined({ program, code, changed }: Switchable, sizeBytes: number, side: Side) {
  const data = dataMemory(sizeBytes);
  const file = joinMemories(program, data, side);
  const result = switchOffInFile(file, [code]);
  const expected = joinMemories(changed, data, side);
  return {
    parts: analyse(file).parts?.values ?? null,
    isAsExpected: result.outcome === 'done' && isSame(result.file, expected),
  };
}

const hex = (offset: number) => `0x${offset.toString(16).toUpperCase()}`;

/** What has to be said about the parts. */
export function describeParts({ program }: Switchable, sizeBytes: number, side: Side) {
  const [first, second] = side === 'behind' ? [program.length, sizeBytes] : [sizeBytes, program.length];
  const ranges = [`0x0-${hex(first - 1)}`, `${hex(first)}-${hex(first + second - 1)}`];
  const [programRange, dataRange] = side === 'behind' ? ranges : ranges.toReversed();
  return { program: programRange, data: dataRange };
}
