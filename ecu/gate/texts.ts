import { isUtf16, textWindow } from '../forms/hex-text.ts';
import { Image, type Window } from '../image.ts';

export type HexTextType = 'Intel HEX' | 'S-record';
export type TextType = HexTextType | 'ODX' | 'XML' | 'A2L' | 'hex text' | 'text';

const textShare = 0.95;
/** Measured: Chinese and Japanese texts still hold this share of spaces, line ends and digits. */
const anyTextShare = 0.05;
/** Tab, line feed, form feed, carriage return, escape. */
const layoutBytes = [0x09, 0x0a, 0x0c, 0x0d, 0x1b];
/** The beginning of a text shows what it is; a BMW exchange file opens with a page of comments. */
const textHeadLength = 0x1000;

/** Mostly plain characters, or any alphabet without control bytes, of which machine code is full; never a zero. */
export function isText(image: Image, window: Window): boolean {
  if (image.bytes.subarray(window.at, window.end).includes(0)) return false;
  const counts = image.countBytes(window);
  const sizeBytes = window.end - window.at;
  let plain = 0;
  let control = 0;
  counts.forEach((count, byte) => {
    if (layoutBytes.includes(byte) || (byte >= 0x20 && byte <= 0x7e)) plain += count;
    else if (byte < 0x20) control += count;
  });
  return plain >= sizeBytes * textShare || (control === 0 && plain >= sizeBytes * anyTextShare);
}

/**
 * Recognises a text of records that is stored with two bytes for each character, or that is filled up behind its end;
 * null: it is none. Other texts of these kinds are not told from memory with texts in it.
 */
export function detectFilledText(image: Image): HexTextType | null {
  const { at, end } = textWindow(image.bytes);
  const isWide = isUtf16(image.bytes);
  if (!isWide && end === image.sizeBytes) return null;
  const head = image.bytes.subarray(at, Math.min(end, at + 2 * textHeadLength));
  const type = detectTextType(new Image(isWide ? head.filter((byte) => byte !== 0) : head));
  if (type !== 'Intel HEX' && type !== 'S-record') return null;
  return isWide || isText(image, { at, end }) ? type : null;
}

export function detectTextType(image: Image): TextType {
  let head = '';
  for (let at = 0; at < Math.min(textHeadLength, image.sizeBytes); at += 1) {
    head += String.fromCharCode(image.u8(at) ?? 0);
  }
  if (/^[ \t]*:[0-9A-F]{10,}[ \t\r]*$/im.test(head)) return 'Intel HEX';
  if (/^[ \t]*S[0-9][0-9A-F]{8,}[ \t\r]*$/im.test(head)) return 'S-record';
  if (/<ODX[\s>]/.test(head)) return 'ODX';
  if (/^(\xEF\xBB\xBF)?\s*<\?xml/.test(head)) return 'XML';
  if (/ASAP2_VERSION|\/begin\s+PROJECT/.test(head)) return 'A2L';
  if (/^[0-9A-F\s]+$/i.test(head)) return 'hex text';
  return 'text';
}
