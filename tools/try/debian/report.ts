import { cpus, loadavg } from 'node:os';
import { writeSection } from '../../bench/write-section.ts';

/** Writes the table of a trial as a section of docs/measurements.md; the keys of a row are the column names. */
export function writeTrial(rows: readonly Readonly<Record<string, string>>[], versions: string): void {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name] ?? '-'))];
  writeSection('A clean checkout on a minimal Debian', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run try -- debian --write\` · ${versions}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`,
    'From `npm start` in an empty checkout to the printed address: Node, all packages, the database and the build of the web app included. After the restart nothing but the folder of the portal is left; before the last start parts of the installed packages are removed.',
    table.map(line).join('\n'),
  ]);
}
