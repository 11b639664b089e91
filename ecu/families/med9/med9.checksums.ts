import { changeAt, u32beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Change, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './med9.layout.ts';

const { sums } = layout;

/** A range, and where its sum and the complement of the sum are stored: eight bytes. */
type Record = { window: Window; cellAt: number };

const sumField = 8;
const cellLength = 8;

/**
 * A sum and its complement always add up to the same value, so correcting one does not affect the sums of other ranges,
 * not even of those that contain the list itself.
 */
export function listMed9Checksums(image: Image): Checksum[] {
  const calibration = calibrationRecords(image);
  if (calibration.length < sums.recordsNeeded) return [createUnknownChecksum(image)];
  const program = sums.programListsAt.flatMap((at) => programRecords(image, at));
  const isHeld = ({ window }: Record) => window.end <= image.sizeBytes;
  return [
    toChecksum(image, 'Calibration blocks', calibration.filter(isHeld)),
    toChecksum(image, 'Program blocks', program.filter(isHeld)),
    ...cutOff(image, [...calibration, ...program]),
  ];
}

function toChecksum(image: Image, name: string, records: readonly Record[]): Checksum {
  const wrong = records.filter(({ window, cellAt }) => sum16be(image, window) !== image.u32be(cellAt));
  const correct = (): Change[] =>
    wrong.flatMap(({ window, cellAt }) => {
      const sum = sum16be(image, window);
      return changeAt(image, cellAt, [...u32beBytes(sum), ...u32beBytes(~sum)], `${name}: sum of one block`);
    });
  return {
    name,
    kind: 'sum',
    ranges: records.map(({ window }) => window),
    cells: records.map(({ cellAt }) => ({ at: cellAt, end: cellAt + cellLength })),
    state: wrong.length === 0 ? 'ok' : 'wrong',
    correct,
  };
}

/** The list also has blocks of a second memory chip, whose content is in another file; they are left out. */
function programRecords(image: Image, listAt: number): Record[] {
  const { recordLength, recordsLimit, programEnd } = sums;
  const records: Record[] = [];
  for (let index = 0; index < recordsLimit; index += 1) {
    const record = recordAt(image, listAt + index * recordLength, 0);
    if (record === null) break;
    if (record.window.end <= programEnd) records.push(record);
  }
  return records;
}

function calibrationRecords(image: Image): Record[] {
  const { calibrationListWindow, calibrationAddress, calibrationEndAddress, recordLength, addressOfFile } = sums;
  const { bytes } = image;
  const end = Math.min(calibrationListWindow.end, image.sizeBytes - 2 * recordLength);
  for (let at = calibrationListWindow.at; at < end; at += 4) {
    // The high half of both addresses: 005C to 005F. Nearly every offset is ruled out here.
    if (bytes[at] !== 0 || bytes[at + 1] !== calibrationAddress >>> 16) continue;
    const records: Record[] = [];
    for (let next = at; next < at + sums.recordsLimit * recordLength; next += recordLength) {
      const first = image.u32be(next) ?? 0;
      const record = recordAt(image, next, addressOfFile);
      const isCalibration = first >= calibrationAddress && first < calibrationEndAddress;
      if (record === null || !isCalibration) break;
      records.push(record);
    }
    if (records.length >= sums.recordsNeeded) return records;
  }
  return [];
}

/** A list ends at the first offset without a record; a damaged sum followed by a valid record does not end it. */
function recordAt(image: Image, at: number, addressOfFile: number): Record | null {
  const [first, last] = [image.u32be(at), image.u32be(at + 4)];
  if (first === null || last === null) return null;
  if (first < addressOfFile || last <= first || (last - first) % 2 === 0) return null;
  if (!isPairAt(image, at + sumField) && !isPairAt(image, at + sums.recordLength + sumField)) return null;
  return { window: { at: first - addressOfFile, end: last + 1 - addressOfFile }, cellAt: at + sumField };
}

function isPairAt(image: Image, at: number): boolean {
  const [sum, complement] = [image.u32be(at), image.u32be(at + 4)];
  return sum !== null && complement !== null && (sum ^ complement) === -1;
}

function cutOff(image: Image, records: readonly Record[]): Checksum[] {
  const endsBeyond = Math.max(0, ...records.map(({ window }) => window.end));
  if (endsBeyond <= image.sizeBytes) return [];
  return [{ ...createUnknownChecksum(image), name: 'Blocks beyond the end of the file', endsBeyond }];
}

function createUnknownChecksum(image: Image): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name: 'Calibration blocks', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
