import { changeAt, u32beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Change, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './med9.layout.ts';

const { sums } = layout;

/** A range, and where its sum and the complement of the sum are stored: eight bytes. */
type Record = { window: Window; cellAt: number };
/** `isWhole`: every row of it could be read, and there is at least one. */
type List = { records: Record[]; isWhole: boolean };
/** Where the addresses of a list lie in memory, and which address the start of the file has. */
type Addresses = Window & { ofFile: number };

const sumField = 8;
const cellLength = 8;
const pairSum = 0x1fffe;
const calibrationAddresses: Addresses = {
  at: sums.calibrationAddress,
  end: sums.calibrationEndAddress,
  ofFile: sums.addressOfFile,
};
const programAddresses: Addresses = { at: 0, end: sums.calibrationEndAddress, ofFile: 0 };

/**
 * A sum and its complement always add up to the same value, so correcting one does not affect the sums of other ranges,
 * not even of those that contain the list itself.
 */
export function listMed9Checksums(image: Image): Checksum[] {
  const calibration = calibrationList(image);
  if (calibration.records.length < sums.recordsNeeded) return [createUnknownChecksum(image, 'Calibration blocks')];
  const program = sums.programListsAt.map((at) => readList(image, at, programAddresses));
  // The lists also have blocks of a second memory chip, whose content is in another file; they are left out.
  const ofProgram = program.flatMap(({ records }) => records).filter(({ window }) => window.end <= sums.programEnd);
  const all = [...calibration.records, ...ofProgram];
  const isProgramWhole = program.every(({ isWhole }) => isWhole);
  return [
    ...listSums(image, 'Calibration blocks', calibration, all),
    ...listSums(image, 'Program blocks', { records: ofProgram, isWhole: isProgramWhole }, all),
    ...cutOff(image, all),
  ];
}

/** The blocks that the file holds, and the rest as unknown where a list of them is missing or cannot be read in full. */
function listSums(image: Image, name: string, { records, isWhole }: List, all: readonly Record[]): Checksum[] {
  const held = records.filter(({ window }) => window.end <= image.sizeBytes);
  if (held.length === 0) return [createUnknownChecksum(image, name)];
  const judged = toChecksum(image, name, held, all);
  return isWhole ? [judged] : [judged, createUnknownChecksum(image, `${name} that could not be read`)];
}

function toChecksum(image: Image, name: string, records: readonly Record[], all: readonly Record[]): Checksum {
  const changes = records.flatMap(({ window, cellAt }): Change[] => {
    const sum = computeSum(image, window, all);
    return changeAt(image, cellAt, [...u32beBytes(sum), ...u32beBytes(~sum)], `${name}: sum of one block`);
  });
  return {
    name,
    kind: 'sum',
    ranges: records.map(({ window }) => window),
    cells: records.map(({ cellAt }) => ({ at: cellAt, end: cellAt + cellLength })),
    state: changes.length === 0 ? 'ok' : 'wrong',
    correct: () => changes,
  };
}

/** The sum of a block once the pairs inside it are right: the words of any of them then add up to the same. */
function computeSum(image: Image, window: Window, all: readonly Record[]): number {
  return all.reduce(
    (sum, { cellAt: at }) => {
      const end = at + cellLength;
      return at < window.at || end > window.end ? sum : sum + pairSum - sum16be(image, { at, end });
    },
    sum16be(image, window),
  );
}

/**
 * Measured: the first block of the calibration's list ends where the list begins. A row that shows neither that nor a
 * pair is not its beginning, and a list that begins with another block has lost its first row.
 */
function calibrationList(image: Image): List {
  const { calibrationListWindow, calibrationAddress, recordLength } = sums;
  const { bytes } = image;
  const end = Math.min(calibrationListWindow.end, image.sizeBytes - 2 * recordLength);
  for (let at = calibrationListWindow.at; at < end; at += 4) {
    // The high half of both addresses: 005C to 005F. Nearly every offset is ruled out here.
    if (bytes[at] !== 0 || bytes[at + 1] !== calibrationAddress >>> 16) continue;
    const window = readWindow(image, at, calibrationAddresses);
    if (window === null || (window.end !== at && !isPairAt(image, at + sumField))) continue;
    const { records, isWhole } = readList(image, at, calibrationAddresses);
    if (records.length >= sums.recordsNeeded) return { records, isWhole: isWhole && window.end === at };
  }
  return { records: [], isWhole: false };
}

/**
 * A list has no end mark: behind the last row with the addresses of a block and a sum with its complement, it ends at the
 * first that has neither. A row without sound addresses is damaged.
 */
function readList(image: Image, listAt: number, addresses: Addresses): List {
  const records: Record[] = [];
  let isWhole = true;
  const places = Array.from({ length: sums.recordsLimit }, (_, index) => listAt + index * sums.recordLength);
  const isPair = (at: number) => isPairAt(image, at + sumField);
  const lastAt = places.findLast((at) => isPair(at) && readWindow(image, at, addresses) !== null) ?? 0;
  for (const at of places) {
    const window = readWindow(image, at, addresses);
    // Behind the last whole row, a row without its sum is believed only where it is the first or goes on from another.
    if (window !== null && (at <= lastAt || at === listAt || records.at(-1)?.window.end === window.at)) {
      records.push({ window, cellAt: at + sumField });
    } else {
      isWhole &&= at > lastAt && window === null && !isPair(at);
      if (at > lastAt) break;
    }
  }
  return { records, isWhole: isWhole && records.length > 0 };
}

/** Measured: a block begins at a multiple of 4 and ends at one of 16. */
function readWindow(image: Image, at: number, { at: lowest, end: limit, ofFile }: Addresses): Window | null {
  const [first, last] = [image.u32be(at), image.u32be(at + 4)];
  if (first === null || last === null || first < lowest || last <= first || last >= limit) return null;
  if (first % 4 !== 0 || last % 16 !== 15) return null;
  return { at: first - ofFile, end: last + 1 - ofFile };
}

function isPairAt(image: Image, at: number): boolean {
  const [sum, complement] = [image.u32be(at), image.u32be(at + 4)];
  return sum !== null && complement !== null && (sum ^ complement) === -1;
}

function cutOff(image: Image, records: readonly Record[]): Checksum[] {
  const endsBeyond = Math.max(0, ...records.map(({ window }) => window.end));
  if (endsBeyond <= image.sizeBytes) return [];
  return [{ ...createUnknownChecksum(image, 'Blocks beyond the end of the file'), endsBeyond }];
}

function createUnknownChecksum(image: Image, name: string): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name, kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
