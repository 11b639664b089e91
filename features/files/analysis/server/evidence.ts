import type { Analysis, Change, Checksum, DtcRow } from '../../../../ecu/index.ts';

/** Bytes at one offset, before and after, as hexadecimal text. */
export interface Cell {
  at: number;
  before: string;
  after: string;
}

export interface SwitchedCode {
  code: string;
  /** False: it was switched off together with a chosen code, because they share an entry. */
  chosen: boolean;
  entries_at: number[];
  state_before: string;
  /** Read from the finished file. */
  state_after: string;
  cells: Cell[];
}

interface ChecksumOnce {
  state: Checksum['state'];
  cells: string[];
}

export interface ProvedChecksum {
  name: string;
  kind: Checksum['kind'];
  ranges: { at: number; end: number }[];
  cells_at: { at: number; end: number }[];
  before: ChecksumOnce;
  after: ChecksumOnce;
}

/** The bytes of a checksum that were corrected before anything else was changed. */
export interface RepairedCell extends Cell {
  name: string;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Lists the chosen codes and those whose state changed with them, as read from the two files. */
export function listCodes(
  changes: readonly Change[],
  chosen: readonly string[],
  { before, after }: { before: readonly DtcRow[]; after: readonly DtcRow[] },
): SwitchedCode[] {
  const rowAfter = new Map(after.map((row) => [row.code, row]));
  return before
    .filter(({ code, state }) => chosen.includes(code) || rowAfter.get(code)?.state !== state)
    .map(({ code, state, entriesAt }) => ({
      code,
      chosen: chosen.includes(code),
      entries_at: entriesAt,
      state_before: state,
      state_after: rowAfter.get(code)?.state ?? 'not listed',
      cells: changes
        .filter((change) => entriesAt.some((entry) => entry >= change.at && entry < change.at + change.after.length))
        .map((change) => ({ at: change.at, before: hex(change.before), after: hex(change.after) })),
    }));
}

export function listChecksums(before: Analysis, after: Analysis): ProvedChecksum[] {
  const once = ({ image }: Analysis, { state, cells }: Checksum): ChecksumOnce => ({
    state,
    cells: cells.map(({ at, end }) => hex(image.bytes.subarray(at, end))),
  });
  return (before.checksums ?? []).flatMap((checksum, index) => {
    const again = after.checksums?.[index];
    if (again === undefined) return [];
    return {
      name: checksum.name,
      kind: checksum.kind,
      ranges: checksum.ranges.map(({ at, end }) => ({ at, end })),
      cells_at: checksum.cells.map(({ at, end }) => ({ at, end })),
      before: once(before, checksum),
      after: once(after, again),
    };
  });
}

/** Lists what correcting wrong checksums changed in the uploaded file, cell by cell; a cell may take several rounds. */
export function listRepairs({ image, checksums }: Analysis, changes: readonly Change[]): RepairedCell[] {
  if (changes.length === 0) return [];
  const repaired = new Uint8Array(image.bytes);
  for (const { at, after } of changes) repaired.set(after, at);
  return cellsOf(checksums ?? [])
    .map(({ name, at, end }) => ({
      name,
      at,
      before: hex(image.bytes.subarray(at, end)),
      after: hex(repaired.subarray(at, end)),
    }))
    .filter(({ before, after }) => before !== after);
}

/** Lists every cell once: a cell shared by several checksums is named after the one that was wrong. */
function cellsOf(checksums: readonly Checksum[]): { name: string; at: number; end: number }[] {
  const sums = checksums.filter(({ kind }) => kind === 'sum');
  const isWrong = ({ state }: Checksum) => state === 'wrong';
  const wrongFirst = [...sums.filter(isWrong), ...sums.filter((sum) => !isWrong(sum))];
  const cells = wrongFirst.flatMap(({ name, cells: list }) => list.map(({ at, end }) => ({ name, at, end })));
  const each = new Map(cells.toReversed().map((cell) => [`${cell.at} ${cell.end}`, cell]));
  return [...each.values()].sort((one, other) => one.at - other.at);
}

/** Size of the pieces that are compared natively; only those that differ are compared byte by byte. */
const PIECE_BYTES = 0x1000;

/** Lists every stretch in which the two, which have the same length, differ. */
export function listDifferences(before: Uint8Array, after: Uint8Array): Cell[] {
  const cells: Cell[] = [];
  for (let at = nextDifference(before, after, 0); at < after.length;) {
    let end = at + 1;
    while (end < after.length && before[end] !== after[end]) end += 1;
    cells.push({ at, before: hex(before.subarray(at, end)), after: hex(after.subarray(at, end)) });
    at = nextDifference(before, after, end);
  }
  return cells;
}

/** Returns the length of the two when no difference is left. */
function nextDifference(before: Uint8Array, after: Uint8Array, from: number): number {
  let at = from;
  while (at < after.length && Buffer.compare(pieceAt(before, at), pieceAt(after, at)) === 0) at += PIECE_BYTES;
  while (at < after.length && before[at] === after[at]) at += 1;
  return Math.min(at, after.length);
}

const pieceAt = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + PIECE_BYTES);

export const countBytes = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { after }) => sum + after.length / 2, 0);

/** Counts differing bytes of the images that lie neither in a cell of a listed code nor in one of a checksum. */
export function countOutside(
  { before, after }: { before: Analysis; after: Analysis },
  codes: readonly SwitchedCode[],
): number {
  const declared = [
    ...codes.flatMap(({ cells }) => cells.map(({ at, after: bytes }) => ({ at, end: at + bytes.length / 2 }))),
    ...(before.checksums ?? []).flatMap(({ kind, cells }) => (kind === 'sum' ? cells : [])),
  ];
  const isOutside = (place: number) => !declared.some(({ at, end }) => place >= at && place < end);
  const [one, other] = [before.image.bytes, after.image.bytes];
  const shared = Math.min(one.length, other.length);
  let outside = Math.abs(one.length - other.length);
  for (const { at, after: bytes } of listDifferences(one.subarray(0, shared), other.subarray(0, shared))) {
    for (let place = at; place < at + bytes.length / 2; place += 1) if (isOutside(place)) outside += 1;
  }
  return outside;
}
