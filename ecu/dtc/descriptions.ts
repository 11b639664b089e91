import type { DescriptionLists } from './description-lists.ts';
import { whoDefines } from './spelling.ts';

/** generic: SAE's one meaning. manufacturer: what this code means in the cars of one maker. */
export type DtcDescription = { text: string; source: 'generic' | 'manufacturer' };

/**
 * `vehicleManufacturer` as `describe` of a family returns it. null: not known, or known differently by different makers.
 */
export type DescribeDtc = (code: string, vehicleManufacturer?: string) => DtcDescription | null;

/** Whose lists speak for a car, the nearest first. A list of another maker is never asked. */
const listsOfMaker: Readonly<Record<string, readonly string[]>> = {
  audi: ['audi', 'volkswagen'],
  volkswagen: ['volkswagen', 'audi'],
  seat: ['volkswagen', 'audi'],
  skoda: ['volkswagen', 'audi'],
  'volkswagen group': ['volkswagen', 'audi'],
  bmw: ['bmw'],
  mini: ['bmw'],
  'mercedes-benz': ['mercedes'],
  chevrolet: ['chevy', 'gm'],
  'general motors': ['gm'],
  gmc: ['gmc', 'gm'],
};

/** Loaded when the first description is asked for: the texts are no part of what every page needs. */
export async function loadDescriptions(): Promise<DescribeDtc> {
  const { lists } = await import('./descriptions.generated.ts');
  return describeWith(lists);
}

export function describeWith(lists: DescriptionLists): DescribeDtc {
  const generic = readLines(lists.generic);
  const makers = new Map(Object.entries(lists.makers).map(([maker, lines]) => [maker, readLines(lines)]));
  return (code, vehicleManufacturer) => {
    if (vehicleManufacturer !== undefined) {
      const name = plainName(vehicleManufacturer);
      const names = Object.hasOwn(listsOfMaker, name) ? (listsOfMaker[name] ?? []) : [name];
      const text = names.map((maker) => makers.get(maker)?.get(code)).find((found) => found !== undefined);
      if (text !== undefined) return { text, source: 'manufacturer' };
    }
    if (whoDefines(code) === 'SAE') {
      const text = generic.get(code);
      return text === undefined ? null : { text, source: 'generic' };
    }
    // A maker's code of a known maker that has no text for it: what others mean by it would be a guess.
    return vehicleManufacturer === undefined ? agreedByMakers(code, makers.values()) : null;
  };
}

/** What a maker's code means where two makers at least describe it, and all who do agree. */
function agreedByMakers(code: string, makers: Iterable<ReadonlyMap<string, string>>): DtcDescription | null {
  const texts = [...makers].flatMap((lines) => lines.get(code) ?? []);
  const [text] = texts;
  if (text === undefined || texts.length < 2 || new Set(texts).size > 1) return null;
  return { text, source: 'manufacturer' };
}

function readLines(lines: string): Map<string, string> {
  return new Map(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, 5), line.slice(6)]),
  );
}

function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
