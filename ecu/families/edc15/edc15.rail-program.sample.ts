import type { SampleImage } from '../../testing/sample-image.ts';

export type ProgramFlaw = 'none' | 'unclear call' | 'shared limit' | 'two lists' | 'list one path early';

export type SamplePath = { headAt: number; limitsAt: number[] };

const calibration = 0x70000;
const addressesField = 0x1400;
const listAt = 0x50100;
const walkAt = 0x20000;
const secondWalkAt = 0x20100;
const callsAt = 0x21000;
/** Calls the routine that faults are reported to: segment B, 2CFD. */
const reportCall = [0xda, 0x0b, 0x2c, 0xfd];

/** Writes the calibration's list of addresses, the program's list of heads with its loop, and the calls that report. */
export function writeRailProgram(
  sample: SampleImage,
  paths: readonly SamplePath[],
  flaw: ProgramFlaw | undefined,
  form: 'long' | 'short',
): void {
  let field = addressesField;
  const addField = (address: number): number => {
    sample.u16le(calibration + field, address - calibration);
    field += 2;
    return field - 2;
  };
  // The addresses are in the order of the data.
  const fields: { head: number; limits: number[] }[] = [];
  for (const { headAt, limitsAt } of paths.toSorted((one, other) => one.headAt - other.headAt)) {
    const limitsFirst = form === 'short' ? limitsAt.map(addField) : [];
    const head = addField(headAt);
    const path = paths.findIndex((one) => one.headAt === headAt);
    fields[path] = { head, limits: form === 'short' ? limitsFirst : limitsAt.map(addField) };
  }
  const shift = flaw === 'list one path early' ? 1 : 0;
  for (const [path] of fields.entries()) {
    sample.u16le(listAt + 2 * path, fields[Math.max(0, path - shift)]?.head ?? 0);
  }
  writeWalk(sample, walkAt, paths.length);
  if (flaw === 'two lists') writeWalk(sample, secondWalkAt, paths.length);
  writeCalls(sample, fields, flaw);
}

function writeWalk(sample: SampleImage, at: number, count: number): void {
  sample.put(at, [0xe6, 0xf0, 0, 0, 0xe6, 0xf1, 0x88, 0xd7, 0xf0, 0x20, 0x06, 0xf2, 0, 0, 0x40, 0x02]);
  sample.u16le(at + 2, (listAt % 0x4000) | 0x8000).u16le(at + 12, 2 * count);
}

/** Reports every fault from five places; the order of the loads varies, and some programs load one more value. */
function writeCalls(
  sample: SampleImage,
  fields: readonly { head: number; limits: number[] }[],
  flaw: ProgramFlaw | undefined,
): void {
  let at = callsAt;
  for (let place = 0; place < 5; place += 1) {
    for (const [path, { limits }] of fields.entries()) {
      for (const [bit, limit] of limits.entries()) {
        const kind = [0xe6, 0xf2, 0xff ^ (1 << bit), path];
        const named = flaw === 'shared limit' && path === 7 ? (fields[6]?.limits[0] ?? 0) : limit;
        const address = [0xf2, 0xf1, named & 0xff, named >> 8];
        const loads = place % 2 === 0 ? [...kind, ...address] : [...address, ...kind];
        const bytes = [...loads, ...(place === 3 ? [0xf2, 0xf4, 0x02, 0x17] : []), ...reportCall];
        sample.put(at, bytes);
        at += bytes.length + 4;
      }
    }
  }
  if (flaw === 'unclear call') sample.put(at, [0xf0, 0x2c, ...reportCall]);
}
