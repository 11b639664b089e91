import { changeAt, u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/** A stored value, with the first and the last address of the range it covers. */
type RangeRecord = { at: number; kind: 'CRC-32' | 'sum of bytes'; area: Window; isRight: boolean; isOfBlock: boolean };

/**
 * Delphi diesel units with a PowerPC store the value, then first and last address, little endian, and 16 erased bytes.
 * Measured on a CRD2 (five of five match) and on a DCM3.5 of Ford (one); addresses are offsets in the file.
 */
const layout = {
  firstField: 4,
  lastField: 8,
  length: 12,
  erasedLength: 16,
  /** A block begins with its records: the CRC's, followed by the one of a sum if the block has one. */
  blockFields: { least: 0x1c, most: 0x40 },
  blockEndStep: 0x1000,
  sumField: 0x1c,
  minCovered: 0x400,
  erased: 0xffffffff,
} as const;

/** A forged file may claim any number of ranges. Real ones cover each byte once or twice. */
const coverageLimit = 4;

/** Sums lie inside the CRC area of the same block and are listed before it. */
export function delphiChecksums(image: Image): Checksum[] {
  const records = image.memo(findRecords);
  const isProved = records.some(({ isRight, kind }) => isRight && kind === 'CRC-32');
  return records.map((record) => {
    const { at, kind, area, isRight } = record;
    const isKnown = isRight || isProved;
    return {
      name: `${kind} at 0x${at.toString(16).toUpperCase()}`,
      kind: 'sum',
      ranges: [area],
      cells: [{ at, end: at + layout.firstField }],
      state: isRight ? 'ok' : isKnown ? 'wrong' : 'unknown',
      correct: isKnown
        ? () => changeAt(image, at, u32leBytes(computeValue(image, record)), `the ${kind} of the range`)
        : null,
    };
  });
}

/** Finds the records of blocks, correct or not, and any other record whose CRC matches. */
function findRecords(image: Image): RangeRecord[] {
  const found: RangeRecord[] = [];
  let left = image.sizeBytes * coverageLimit;
  for (let at = 0; at + layout.length + layout.erasedLength <= image.sizeBytes; at += 4) {
    const area = areaAt(image, at);
    if (area === null || area.end - area.at < layout.minCovered) continue;
    const isOfBlock = beginsBlock(at, area);
    left -= area.end - area.at;
    if (left < 0) return found;
    const record = verifyRecord(image, { at, kind: 'CRC-32', area, isOfBlock });
    if (!record.isRight && !isOfBlock) continue;
    if (isOfBlock) {
      const sumAt = at + layout.sumField;
      const inner = areaAt(image, sumAt);
      if (inner !== null && sumAt + layout.sumField <= area.at && inner.at >= area.at && inner.end <= area.end) {
        found.push(verifyRecord(image, { at: sumAt, kind: 'sum of bytes', area: inner, isOfBlock }));
      }
    }
    found.push(record);
  }
  return found;
}

function areaAt(image: Image, at: number): Window | null {
  const last = image.u32le(at + layout.lastField) ?? 0;
  if (last >= image.sizeBytes) return null;
  const first = image.u32le(at + layout.firstField) ?? 0;
  if (first >= last) return null;
  for (let field = 0; field < layout.erasedLength; field += 4) {
    if (image.u32le(at + layout.length + field) !== layout.erased) return null;
  }
  const coversItself = first < at + layout.length && last >= at;
  return coversItself ? null : { at: first, end: last + 1 };
}

function beginsBlock(at: number, area: Window): boolean {
  const { least, most } = layout.blockFields;
  return area.at >= at + least && area.at <= at + most && area.end % layout.blockEndStep === 0;
}

function verifyRecord(image: Image, record: Omit<RangeRecord, 'isRight'>): RangeRecord {
  return { ...record, isRight: computeValue(image, record) === image.u32le(record.at) };
}

function computeValue(image: Image, { kind, area }: Pick<RangeRecord, 'kind' | 'area'>): number {
  if (kind === 'CRC-32') return ~crc32Reflected(image, area, 0xffffffff) >>> 0;
  let sum = 0;
  for (let at = area.at; at < area.end; at += 1) sum = (sum + (image.bytes[at] as number)) >>> 0;
  return sum;
}
