import type { FileType } from '../gate.ts';
import type { HexTextType } from '../gate/texts.ts';
import { Image } from '../image.ts';
import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { writeHexText } from './hex-text-write.ts';
import { decodeHexText } from './hex-text.ts';
import { decodeOdx } from './odx.ts';
import { decodeRwd, writeRwd } from './rwd.ts';

type WrappingType = HexTextType | 'ODX' | 'RWD';

/** A file that holds the bytes of a memory in another spelling: a text of records, an update file, a flash container. */
export type Wrapping = {
  type: WrappingType;
  bytes: Uint8Array;
  /** Returns the file with other bytes in it, and its own checksums made right. */
  write: (changed: Uint8Array) => Uint8Array;
  /** Why it is not written; null: it is. */
  notWritten: Sentence | null;
  /** What is to be said where no control unit is recognised in it. */
  hint: Sentence | null;
};

export type Unwrapped = (Wrapping & { outcome: 'decoded' }) | { outcome: 'unreadable'; reason: Sentence };

export const isWrapping = (type: FileType): type is WrappingType =>
  type === 'Intel HEX' || type === 'S-record' || type === 'ODX' || type === 'RWD';

/** Reads what a file of this type holds. */
export function unwrap(type: WrappingType, file: Uint8Array): Unwrapped {
  if (type === 'RWD') {
    const rwd = decodeRwd(new Image(file));
    if (rwd.outcome === 'unreadable') return rwd;
    const hint = sentence('update_file_unknown_unit', { numbers: rwd.header.partNumbers.join(', ') });
    const write = (changed: Uint8Array) => writeRwd(file, rwd, changed);
    return { outcome: 'decoded', type, bytes: rwd.bytes, write, notWritten: null, hint };
  }
  if (type === 'ODX') {
    const odx = decodeOdx(file);
    if (odx.outcome === 'unreadable') return odx;
    const hint = sentence('odx_unknown_unit', { name: odx.name, blocks: odx.count });
    return {
      outcome: 'decoded',
      type,
      bytes: odx.bytes,
      write: () => file,
      notWritten: sentence('odx_not_written'),
      hint,
    };
  }
  const text = decodeHexText(file);
  if (text.outcome === 'unreadable') return text;
  const write = (changed: Uint8Array) => writeHexText(file, text, changed);
  return { outcome: 'decoded', type, bytes: text.bytes, write, notWritten: text.notWritten ?? null, hint: null };
}
