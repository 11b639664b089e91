import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';

/** A block of an A2L: what stands between `/begin NAME` and `/end NAME`, its blocks apart. */
export type A2lBlock = { name: string; words: readonly string[]; blocks: readonly A2lBlock[] };

const MAX_DEPTH = 16;
const MAX_BLOCKS = 1_000_000;

/** What no map needs, most of a file: passed over without being kept. */
const PASSED_OVER = new Set([
  'A2ML',
  'IF_DATA',
  'MEASUREMENT',
  'FUNCTION',
  'GROUP',
  'FRAME',
  'USER_RIGHTS',
  'UNIT',
  'VARIANT_CODING',
]);

const TOKEN = /\s*(?:\/\*[^]*?\*\/|\/\/[^\n]*)|\s*("(?:[^"\\]|\\[^]|"")*"|\/begin\b|\/end\b|[^\s"]+)|\s+/y;

type Open = { name: string; words: string[]; blocks: A2lBlock[] };

/** Reads the blocks of an A2L (ASAP2). Files that it includes are not asked for. */
export function readBlocks(text: string): A2lBlock | Sentence {
  const open: Open[] = [{ name: '', words: [], blocks: [] }];
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const { lastIndex } = TOKEN;
    const found = TOKEN.exec(text);
    if (found === null) return sentence('definition_not_read', { at: String(lastIndex) });
    const [, word] = found;
    if (word === undefined) continue;
    const top = open.at(-1) as Open;
    if (word === '/begin') {
      const name = nextWord(text);
      count += 1;
      if (open.length > MAX_DEPTH || count > MAX_BLOCKS) return sentence('definition_too_large');
      if (PASSED_OVER.has(name)) TOKEN.lastIndex = findBlockEnd(text, name, TOKEN.lastIndex);
      else open.push({ name, words: [], blocks: [] });
    } else if (word === '/end') {
      const name = nextWord(text);
      if (open.length < 2 || top.name !== name) return sentence('definition_not_read', { at: String(lastIndex) });
      open.pop();
      open.at(-1)?.blocks.push(top);
    } else {
      top.words.push(word.startsWith('"') ? word.slice(1, -1) : word);
    }
  }
  return open[0] as Open;
}

function nextWord(text: string): string {
  for (;;) {
    const found = TOKEN.exec(text);
    if (found === null) return '';
    if (found[1] !== undefined) return found[1];
  }
}

function findBlockEnd(text: string, name: string, from: number): number {
  const end = new RegExp(`/end\\s+${name}\\b`, 'g');
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : text.length;
}

/** Every block of this name, however deep. */
export function findBlocks(block: A2lBlock, name: string): A2lBlock[] {
  return block.blocks.flatMap((inner) => (inner.name === name ? [inner] : findBlocks(inner, name)));
}

/** The words after a keyword; `count` of them, or null where it does not occur. */
export function wordsAfter(words: readonly string[], keyword: string, count: number): string[] | null {
  const index = words.indexOf(keyword);
  return index === -1 ? null : words.slice(index + 1, index + 1 + count);
}
