import { isSentence, sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { readA2l } from './a2l.ts';
import type { Definition } from './definition.ts';
import { MAX_MAPS } from './definition.ts';
import { isMapList, readMapList } from './map-list.ts';
import { readRomDefinitions } from './rom-definition.ts';
import { readXdf } from './xdf.ts';
import { readXml } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Node and every browser have it, though ECMAScript itself does not name it. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => {
  decode: (bytes: Uint8Array) => string;
};

/** The largest public definitions measured have 42 MB (A2L) and 13 MB (RomRaider). */
const MAX_DEFINITION_BYTES = 0x4000000;

/**
 * Reads what definition files say about maps: TunerPro XDF, RomRaider or ECUFlash XML, WinOLS map lists (CSV), A2L. The
 * format is recognised from the content. Nothing of a file is run, and no other file is asked for.
 *
 * @param files one definition, or several files that build on each other (RomRaider, ECUFlash)
 * @returns one definition for each program that the files describe, or a sentence why there is none
 */
export function readDefinitions(files: readonly Uint8Array[]): Definition[] | Sentence {
  const definitions: Definition[] = [];
  const roms: XmlElement[] = [];
  for (const file of files) {
    if (file.length > MAX_DEFINITION_BYTES) return sentence('definition_too_large');
    const text = decode(file);
    const read = readOne(text);
    if (isSentence(read)) return read;
    if ('place' in read) definitions.push(read);
    else roms.push(read);
  }
  const all = [...definitions, ...readRomDefinitions(roms)];
  if (all.some(({ mapCount }) => mapCount > MAX_MAPS)) return sentence('definition_too_large');
  return all.some(({ mapCount }) => mapCount > 0) ? all : sentence('definition_without_maps');
}

/** A definition, or an XML whose programs may need other files. */
function readOne(text: string): Definition | XmlElement | Sentence {
  if (isMapList(text)) return readMapList(text);
  if (/^XDF\r?\n/.test(text)) return sentence('definition_of_old_tunerpro');
  if (!/^\s*</.test(text)) return /\/begin\s+PROJECT\b/.test(text) ? readA2l(text) : sentence('definition_unknown');
  const root = readXml(text);
  if (isSentence(root)) return root;
  if (root.name === 'xdfformat') return readXdf(root);
  return root.name === 'roms' || root.name === 'rom' ? root : sentence('definition_unknown');
}

/** Definitions are written in UTF-8, in Windows' own character set, or in UTF-16. */
function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
