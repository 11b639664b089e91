import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Item {
  id: string;
  text: string;
  /** True for items of the specification itself; mere proposals may be implemented differently. */
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

const RULE_OF_OURS = /^\| (G-\d\d) \| ([^|]+) \|/gm;

/** Lists the valid tags of tests: the items of docs/spec, its permission rules, and the rules of docs/rules.md. */
export function listTags(): { name: string; description: string }[] {
  const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
  const items = listGroups(readSpecification(`${folder}spec`)).flatMap((group) => group.items);
  const rights = JSON.parse(readFileSync(`${folder}spec/authz-rules.json`, 'utf8')) as { id: string; when: string }[];
  const rules = readFileSync(`${folder}rules.md`, 'utf8').matchAll(RULE_OF_OURS);
  return [
    ...items.map(({ id, text }) => ({ name: id, description: text })),
    ...rights.map(({ id, when }) => ({ name: id, description: when })),
    ...[...rules].map(([, name = '', description = '']) => ({ name, description })),
  ];
}

const kindOf = (id: string) => id.slice(0, id.lastIndexOf('-'));

function itemOf({ id, text, rule, text_from }: Written): Item {
  const words = [text, rule].filter((part): part is string => typeof part === 'string' && part !== '');
  return { id, text: words.join(' — '), isDemanded: text_from !== 'proposed' };
}
