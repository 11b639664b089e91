import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { medc17Checksums } from './checksums.ts';
import { medc17Dtcs } from './dtcs.ts';

const corpusFolder = process.env['ECU_CORPUS'];
const read = (file: string) => new Uint8Array(readFileSync(join(corpusFolder as string, 'files', file)));

function listIn(bytes: Uint8Array) {
  const listing = medc17Dtcs.list(new Image(bytes));
  if (listing.outcome !== 'found') throw new Error(listing.reason.message);
  return listing;
}

// Where the tables of these units are is measured; that the codes they name on and off suit their engines was checked
// by eye.
const dumps = [
  { unit: 'MED17.7.2', file: 'c1757e89303229fa.bin', tableAt: 0x187818, entries: 1090 },
  { unit: 'turbo unit of Peugeot', file: '772b9d0ccfe1352f.bin', tableAt: 0x1c458, entries: 617 },
  { unit: 'EDC17C19', file: '474bed5e66d26399.bin', tableAt: 0x183306, entries: 613 },
  { unit: 'EDC17C46', file: 'faf51207ed995e22.bin', tableAt: 0x21ece, entries: 1061 },
  { unit: 'EDC17CP42', file: 'cd6f9d31bc6d1c91.bin', tableAt: 0x1042d2, entries: 889 },
  { unit: 'MED17.5.1', file: 'c3b5302f9a80cd47.bin', tableAt: 0x1d6a5c, entries: 969 },
  { unit: 'EDC17C60', file: '91dc29c50bcbf9a9.bin', tableAt: 0x1b10e2, entries: 1189 },
  { unit: 'EDC17CP14 of a Jetta', file: '710db3d43ff41f10.bin', tableAt: 0x1855f0, entries: 1044 },
];

describe.skipIf(corpusFolder === undefined)('real dumps (skipped without ECU_CORPUS)', () => {
  test.each(dumps)('$unit: the table is found, and the checksums match', ({ file, tableAt, entries }) => {
    const bytes = read(file);
    const listing = listIn(bytes);
    expect(listing).toMatchObject({ tableAt, notSwitchable: null });
    expect(listing.confirmedBy[0]).toContain(`exactly ${entries} `);
    const sums = medc17Checksums(new Image(bytes)).filter(({ kind }) => kind === 'sum');
    expect(sums.map(({ state }) => state)).toEqual(sums.map(() => 'ok'));
  });

  test('MEVD17.2: the table is where the labels of its project file place it', () => {
    const project = read('4afd7a93ac8cc3e7.bin');
    // Measured: the project file contains the 4 MB of the memory in one piece.
    const listing = listIn(project.slice(0xd1040c, 0xd1040c + 0x400000));
    const classesAt = labelAt(project, 'DFES_Cls.DFC_Unused_C');
    const lastClassAt = labelAt(project, 'DFES_Cls.DFC_XC4sig_C');
    expect(listing.tableAt).toBe(classesAt);
    expect(listing.confirmedBy[0]).toContain(`exactly ${lastClassAt + 1 - classesAt} `);
    const [first] = listing.rows;
    const codesAt = labelAt(project, 'DFES_DTCM.DFC_Unused_C');
    const rom = new DataView(project.buffer, project.byteOffset + 0xd1040c);
    expect(first?.number).toBe(rom.getUint16(codesAt + 2 * (first?.paths[0] as number), true));
  });
});

/**
 * Returns the address of a value's first byte. A project file stores it within 160 bytes after the label, followed by
 * the address of the byte after the value.
 */
function labelAt(project: Uint8Array, label: string): number {
  const bytes = Buffer.from(project.buffer, project.byteOffset, project.length);
  const labelEnd = bytes.indexOf(label) + label.length;
  for (let at = labelEnd; at < labelEnd + 160; at += 1) {
    const first = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + 4) - first;
    if (first >= 0x180000 && first < 0x200000 && (length === 1 || length === 2)) return first;
  }
  throw new Error(`${label} has no address`);
}
