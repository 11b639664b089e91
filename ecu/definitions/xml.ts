import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';

/** An element of a definition. Names are in lower case, because programs write them in either. */
export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** The characters directly inside it, without those of its children. */
  text: string;
};

const MAX_ELEMENTS = 3_000_000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 64;

type Open = { name: string; attributes: Map<string, string>; children: XmlElement[]; texts: string[] };

/**
 * Reads the part of XML that definition files consist of: elements, attributes, text, CDATA, comments. A document type is
 * passed over and nothing in it is used, so there are no entities but the five of XML and numbered characters, and no
 * other file is ever asked for. Elements left open at the end, and stray end tags, are read as editors read them.
 *
 * @returns the outermost element, or a sentence: it is too large, too deeply nested, or no XML
 */
export function readXml(text: string): XmlElement | Sentence {
  const root: Open = { name: '', attributes: new Map(), children: [], texts: [] };
  const open: Open[] = [root];
  let elements = 0;
  let at = 0;
  while (at < text.length) {
    const tagAt = text.indexOf('<', at);
    const textEnd = tagAt === -1 ? text.length : tagAt;
    if (textEnd > at) open.at(-1)?.texts.push(decodeText(text.slice(at, textEnd)));
    if (tagAt === -1) break;
    const passed = passOver(text, tagAt);
    if (passed !== null) {
      if (passed.data !== '') open.at(-1)?.texts.push(passed.data);
      at = passed.end;
      continue;
    }
    const tag = readTag(text, tagAt);
    if (tag === null) return sentence('definition_not_read', { at: String(tagAt) });
    at = tag.end;
    if (tag.kind === 'end') {
      closeElement(open, tag.name);
      continue;
    }
    elements += 1;
    const element: Open = { name: tag.name, attributes: tag.attributes, children: [], texts: [] };
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) return sentence('definition_too_large');
    open.push(element);
    if (tag.kind === 'empty') closeElement(open, tag.name);
  }
  while (open.length > 1) closeElement(open, open.at(-1)?.name ?? '');
  return root.children[0] ?? sentence('definition_not_read', { at: '0' });
}

/** The elements of this name directly inside another. */
export const listChildren = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The outermost elements of this name, however deep. */
export function findElements(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : findElements(child, name)));
}

/** The text of the first such element, without spaces around it; empty: there is none. */
export const readText = (element: XmlElement, name: string): string => findChild(element, name)?.text.trim() ?? '';

function closeElement(open: Open[], name: string): void {
  const index = open.findLastIndex((one) => one.name === name);
  if (index < 1) return;
  while (open.length > index) {
    const { texts, ...element } = open.pop() as Open;
    open.at(-1)?.children.push({ ...element, text: texts.join('') });
  }
}

/** What is neither an element nor text: comments, instructions, the document type, and CDATA with its characters. */
function passOver(text: string, at: number): { end: number; data: string } | null {
  const after = (mark: string) => {
    const found = text.indexOf(mark, at);
    return found === -1 ? text.length : found + mark.length;
  };
  if (text.startsWith('<!--', at)) return { end: after('-->'), data: '' };
  if (text.startsWith('<![CDATA[', at)) {
    const end = after(']]>');
    return { end, data: text.slice(at + 9, end - 3) };
  }
  if (text.startsWith('<?', at)) return { end: after('?>'), data: '' };
  if (!text.startsWith('<!', at)) return null;
  const end = after('>');
  return { end: text.slice(at, end).includes('[') ? after(']>') : end, data: '' };
}

type Tag = { kind: 'start' | 'empty' | 'end'; name: string; attributes: Map<string, string>; end: number };

const NAME = /<(\/?)([\w:.-]+)/y;
const ATTRIBUTE = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;

function readTag(text: string, at: number): Tag | null {
  NAME.lastIndex = at;
  const [, slash = '', name = ''] = NAME.exec(text) ?? [];
  if (name === '') return null;
  const attributes = new Map<string, string>();
  let end = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const [, key = '', double, single = ''] = ATTRIBUTE.exec(text) ?? [];
    if (key === '') break;
    if (attributes.size === MAX_ATTRIBUTES) return null;
    attributes.set(key.toLowerCase(), decodeText(double ?? single));
    end = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = end;
  const closing = TAG_END.exec(text);
  if (closing === null) return null;
  const kind = slash === '/' ? 'end' : closing[1] === '/' ? 'empty' : 'start';
  return { kind, name: name.toLowerCase(), attributes, end: TAG_END.lastIndex };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeText = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, decodeEntity) : text;

function decodeEntity(written: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? written;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
