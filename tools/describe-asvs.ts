// Generates the counts and the open requirements in docs/security.md from docs/security-asvs.json.
import { readFileSync } from 'node:fs';
import { type Requirement, readRequirements, VERDICTS } from './asvs/requirements.ts';

const PAGE = new URL('../docs/security.md', import.meta.url);
const PLACE = /(?<=<!-- asvs: .* -->\n)[\s\S]*?(?=<!-- end of asvs -->)/;

const LEVELS = [1, 2] as const;

/** Returns the expected text of the page; everything around the table is written by hand. */
export function describeAsvs(requirements: readonly Requirement[] = readRequirements()): { path: URL; text: string } {
  const text = readFileSync(PAGE, 'utf8');
  if (!PLACE.test(text)) throw new Error('docs/security.md has no place for the verdicts');
  const count = (level: number, verdict: string) =>
    requirements.filter((one) => one.level === level && one.verdict === verdict).length;
  const rows = LEVELS.map((level) => [`level ${level}`, ...VERDICTS.map((verdict) => String(count(level, verdict)))]);
  const open = requirements.filter(({ verdict }) => verdict === 'open');
  const lines = [
    row(['', ...VERDICTS.map((verdict) => verdict.replaceAll('-', ' '))]),
    row(['---', ...VERDICTS.map(() => '---:')]),
    ...rows.map(row),
    '',
    row(['open', 'level', 'requirement', 'why']),
    row(['---', '---', '---', '---']),
    ...open.map(({ id, level, title, reason = '' }) => row([id, String(level), title, reason])),
  ];
  return { path: PAGE, text: text.replace(PLACE, () => `\n${lines.join('\n')}\n\n`) };
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
