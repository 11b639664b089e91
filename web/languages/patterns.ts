type Values = Record<string, string>;

/** Fewer fixed letters would fit too much. */
const MIN_LITERAL = 8;

/** Finds the sentence that `text` is, when values stand in it already: "The price has changed to 80 CRS." */
export function patternsOf(keys: readonly string[]) {
  const patterns = keys.filter((key) => /\{\w+\}/.test(key)).flatMap((key) => patternOf(key) ?? []);
  return (text: string): { key: string; values: Values } | undefined => {
    for (const { key, shape } of patterns) {
      const values = shape.exec(text)?.groups;
      if (values) return { key, values: { ...values } };
    }
    return undefined;
  };
}

function patternOf(key: string) {
  const parts = key.split(/\{(\w+)\}/);
  const characters = parts.filter((_, at) => at % 2 === 0).join('');
  if (characters.length < MIN_LITERAL || key.endsWith('_one')) return undefined;
  const names = new Set<string>();
  const shape = parts.map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    if (names.has(part)) return String.raw`\k<${part}>`;
    names.add(part);
    return `(?<${part}>.+?)`;
  });
  return { key, shape: new RegExp(`^${shape.join('')}$`, 's') };
}
