import type { Image, Window } from '../../image.ts';
import { layout } from './bmw-me7.layout.ts';

type Row = { range: Window; valueAt: number };
/** The CRCs of the calibration, which begins at `start` in the file. */
export type CrcList = { start: number; at: number; rows: Row[] };

export function findCrcList(image: Image): CrcList | null {
  const start = layout.starts.find((at) => image.has(at, layout.calibrationLength) && isFramed(image, at));
  if (start === undefined) return null;
  const at = start + layout.listField;
  const count = image.u16le(at + layout.countField) ?? 0;
  if (count < 1 || count > layout.maxRows) return null;
  const rows: Row[] = [];
  for (let row = 0; row < count; row += 1) {
    const rowAt = at + layout.rowsField + row * layout.rowLength;
    const range = {
      at: (image.u32le(rowAt) ?? 0) - layout.address + start,
      end: (image.u32le(rowAt + 4) ?? 0) - layout.address + start + 1,
    };
    if (range.at < start || range.end <= range.at || range.end > start + layout.calibrationLength) return null;
    rows.push({ range, valueAt: rowAt + 8 });
  }
  return rows[0]?.range.at === start ? { start, at, rows } : null;
}

function isFramed(image: Image, start: number): boolean {
  if (image.u16le(start) !== layout.firstWord) return false;
  if (image.u32le(start + layout.calibrationLength - 4) !== layout.lastWords) return false;
  const markAddress = image.u32le(start + layout.listField) ?? 0;
  return image.u16le(markAddress - layout.address + start) === layout.listMark;
}
