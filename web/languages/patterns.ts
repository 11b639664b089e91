import type { Values } from '../../portal/texts.ts';

/** Fewer fixed letters would fit too much. */
const MIN_LITERAL = 8;

/**
 * Finds the text of a sentence of the library of control units, which has its values in it already: "Not in this file:
 * P0401." What the server refuses comes with its code and values, and is not searched for.
 */
export function patternsOf(ids: readonly string[], sentences: Readonly<Record<string, string>>) {
  const patterns = ids.flatMap((id) => patternOf(id, sentences[id] ?? id) ?? []);
  return (text: string): { id: string; values: Values } | undefined => {
    for (const { id, shape } of patterns) {
      const values = shape.exec(text)?.groups;
      if (values) return { id, values: { ...values } };
    }
    return undefined;
  };
}

function patternOf(id: string, sentence: string) {
  const parts = sentence.split(/\{(\w+)\}/);
  const characters = parts.filter((_, at) => at % 2 === 0).join('');
  if (parts.length === 1 || characters.length < MIN_LITERAL || id.endsWith('_one')) return undefined;
  const names = new Set<string>();
  const shape = parts.map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    if (names.has(part)) return String.raw`\k<${part}>`;
    names.add(part);
    return `(?<${part}>.+?)`;
  });
  return { id, shape: new RegExp(`^${shape.join('')}$`, 's') };
}
