import { availableParallelism, loadavg } from 'node:os';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const PLACE = new URL('../../docs/measurements.md', import.meta.url);
const TITLE =
  '# Measurements\n\nEach section is written by the command that it names; run it again instead of editing it.\n';

/** Replaces the section with this heading in docs/measurements.md, or adds it. */
export function writeSection(heading: string, paragraphs: readonly string[]): void {
  const text = existsSync(PLACE) ? readFileSync(PLACE, 'utf8') : TITLE;
  const section = `## ${heading}\n\n${paragraphs.join('\n\n')}\n`;
  const [head = '', ...others] = text.split(/^(?=## )/m);
  const at = others.findIndex((other) => other.startsWith(`## ${heading}\n`));
  if (at < 0) others.push(section);
  else others[at] = section;
  writeFileSync(PLACE, [head, ...others].map((part) => `${part.trimEnd()}\n`).join('\n'));
}

/** Returns the date, the command and the machine of a measurement. */
export const headline = (command: string): string =>
  `${new Date().toISOString().slice(0, 10)} · \`${command}\` · Node ${process.versions.node}, ${availableParallelism()} cores, load average ${(loadavg()[0] as number).toFixed(1)}`;

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Formats a Markdown table; each row is a line that already contains its bars. */
export const markdownTable = (headers: readonly string[], rows: readonly string[]): string =>
  [`| ${headers.join(' | ')} |`, `|${' --- |'.repeat(headers.length)}`, ...rows].join('\n');

/** The same for many short rows: `across` of them beside each other. */
export function wideTable(headers: readonly string[], rows: readonly string[], across: number): string {
  const height = Math.ceil(rows.length / across);
  const empty = `|${'  |'.repeat(headers.length)}`;
  const lines = Array.from({ length: height }, (_, at) =>
    Array.from({ length: across }, (__, column) => rows[column * height + at] ?? empty)
      .map((row, column) => (column === 0 ? row : row.slice(1)))
      .join(''),
  );
  return markdownTable(Array.from({ length: across }, () => headers).flat(), lines);
}
