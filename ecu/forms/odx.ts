import { findChild, findElements, readXml, readText } from '../definitions/xml.ts';
import type { XmlElement } from '../definitions/xml.ts';
import { Image } from '../image.ts';
import { isSentence, sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';

export type Odx =
  | { outcome: 'decoded'; bytes: Uint8Array; name: string; count: number }
  | { outcome: 'unreadable'; reason: Sentence };

const PLAIN = /^0*$/;
/** Blocks of a byte or two say that a part of the memory is to be erased. */
const MIN_BLOCK_BYTES = 0x100;

/**
 * Reads the largest block of a flash container (ASAM MCD-2 D) that is neither encrypted nor packed, as its
 * ENCRYPT-COMPRESS-METHOD says. Start addresses are numbers of blocks in Volkswagen's files, so that blocks are not put
 * together into one memory.
 */
export function decodeOdx(file: Uint8Array): Odx {
  const root = readXml(new Image(file).latin({ at: 0, end: file.length }));
  if (isSentence(root)) return { outcome: 'unreadable', reason: root };
  const blocks = findElements(root, 'flashdata').filter(
    (block) => readText(block, 'data').length >= 2 * MIN_BLOCK_BYTES,
  );
  const [flash] = findElements(root, 'flash');
  const name = flash === undefined ? '' : readText(flash, 'long-name') || readText(flash, 'short-name');
  const plain = blocks.filter(isPlain).map((block) => decodeHex(readText(block, 'data')));
  const largest = plain.reduce<Uint8Array | null>((one, other) => {
    if (other === null) return one;
    return one === null || other.length > one.length ? other : one;
  }, null);
  if (largest === null)
    return { outcome: 'unreadable', reason: sentence('odx_encrypted', { name, blocks: blocks.length }) };
  return { outcome: 'decoded', bytes: largest, name, count: blocks.length };
}

const isPlain = (block: XmlElement): boolean =>
  PLAIN.test(findChild(block, 'encrypt-compress-method')?.text.trim() ?? '0');

/** null: these are no pairs of hexadecimal digits. */
function decodeHex(digits: string): Uint8Array | null {
  const packed = digits.replaceAll(/\s+/g, '');
  if (packed.length % 2 !== 0 || !/^[\dA-F]+$/i.test(packed)) return null;
  const bytes = new Uint8Array(packed.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(packed.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
