import { findChild, listChildren } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Programs by the name under which others build on them. */
export type Roms = ReadonlyMap<string, XmlElement>;

/** What a program says about a table, with what it has taken over. */
export type RomTable = {
  attributes: ReadonlyMap<string, string>;
  scaling: XmlElement | undefined;
  axes: readonly RomTable[];
  /** Values that the definition itself states for an axis. */
  data: readonly string[];
};

const MAX_GENERATIONS = 16;

/** Lists the tables of a program with everything that they take over, its own last. */
export function inheritTables(rom: XmlElement, roms: Roms): RomTable[] {
  return [...collect(rom, roms, new Set()).values()];
}

function collect(rom: XmlElement, roms: Roms, above: ReadonlySet<XmlElement>): Map<string, RomTable> {
  const tables = new Map<string, RomTable>();
  if (above.has(rom) || above.size >= MAX_GENERATIONS) return tables;
  const bases = [rom.attributes.get('base') ?? '', ...listChildren(rom, 'include').map(({ text }) => text.trim())];
  for (const name of bases) {
    const base = roms.get(name);
    if (base === undefined) continue;
    for (const [key, table] of collect(base, roms, new Set([...above, rom]))) tables.set(key, table);
  }
  for (const element of listChildren(rom, 'table')) {
    const name = element.attributes.get('name') ?? '';
    const base = tables.get(element.attributes.get('base') ?? name) ?? tables.get(name);
    if (element.attributes.get('omit') === 'true') tables.delete(name);
    else tables.set(name, mergeTable(base, element));
  }
  return tables;
}

function mergeTable(base: RomTable | undefined, element: XmlElement): RomTable {
  const axes = [...(base?.axes ?? [])];
  for (const axis of listChildren(element, 'table')) {
    const index = axes.findIndex((one) => isSameAxis(one, axis));
    if (index === -1) axes.push(mergeTable(undefined, axis));
    else axes[index] = mergeTable(axes[index], axis);
  }
  const data = listChildren(element, 'data').map(({ text }) => text.trim());
  return {
    attributes: new Map([...(base?.attributes ?? []), ...element.attributes]),
    scaling: mergeScaling(base?.scaling, findChild(element, 'scaling')),
    axes,
    data: data.length > 0 ? data : (base?.data ?? []),
  };
}

function mergeScaling(base: XmlElement | undefined, own: XmlElement | undefined): XmlElement | undefined {
  if (base === undefined || own === undefined) return own ?? base;
  return { ...own, attributes: new Map([...base.attributes, ...own.attributes]) };
}

/** RomRaider's axes are told apart by their type, those of ECUFlash by their name or the letter in its place. */
function isSameAxis({ attributes }: RomTable, axis: XmlElement): boolean {
  const [one, other] = [letterOf(attributes.get('type')), letterOf(axis.attributes.get('type'))];
  if (one !== null && other !== null) return one === other;
  const name = axis.attributes.get('name') ?? '';
  return attributes.get('name') === name || (one !== null && one === name.toLowerCase());
}

const letterOf = (type: string | undefined): string | null =>
  /\b([xy]) axis/i.exec(type ?? '')?.[1]?.toLowerCase() ?? null;
