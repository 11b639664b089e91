import { readFileSync } from 'node:fs';

export interface Item {
  id: string;
  text: string;
  /** From the specification itself; what was only proposed beside it may be solved in another way. */
  isDemanded: boolean;
}

/** A screen, or the rules of one kind. */
export interface Group {
  id: string;
  title: string;
  items: Item[];
}

interface Written {
  id: string;
  text?: string | null;
  rule?: string | null;
  text_from?: 'spec' | 'proposed' | 'none';
}

type Screen = { id: string; title: string } & Record<(typeof PARTS)[number], Written[]>;

const PARTS = ['elements', 'states', 'messages', 'truncations', 'timings'] as const;

export function readSpecification(folder: string): { screens: Screen[]; rules: Written[] } {
  const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as unknown;
  return { screens: read('screens') as Screen[], rules: read('rules') as Written[] };
}

export function listGroups({ screens, rules }: ReturnType<typeof readSpecification>): Group[] {
  const ofScreens = screens.map((screen) => ({
    id: screen.id,
    title: screen.title,
    items: PARTS.flatMap((part) => screen[part].map(itemOf)),
  }));
  const kinds = [...new Set(rules.map(({ id }) => kindOf(id)))].sort();
  const ofRules = kinds.map((kind) => ({
    id: kind,
    title: 'rules',
    items: rules.filter(({ id }) => kindOf(id) === kind).map(itemOf),
  }));
  return [...ofScreens, ...ofRules];
}

const kindOf = (id: string) => id.slice(0, id.lastIndexOf('-'));

function itemOf({ id, text, rule, text_from }: Written): Item {
  const words = [text, rule].filter((part): part is string => typeof part === 'string' && part !== '');
  return { id, text: words.join(' — '), isDemanded: text_from !== 'proposed' };
}
