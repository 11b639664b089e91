import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { FORMER_SETTINGS } from './former-settings.ts';

/** A name that differs from a setting by at most this many characters is taken for a misspelling of it. */
const MAX_DIFFERENCES = 2;

/**
 * Returns a sentence for every name in `.env` or SETTINGS_FILE that is not a setting but looks like one; `.env.example`
 * lists them all. Former settings have a notice of their own.
 */
export function findMisspelledSettings(projectDir: string, { SETTINGS_FILE }: NodeJS.ProcessEnv): string[] {
  const path = SETTINGS_FILE || join(projectDir, '.env');
  if (!existsSync(path)) return [];
  const known = [...namesIn(readFileSync(join(projectDir, '.env.example'), 'utf8')), ...FORMER_SETTINGS];
  return namesIn(readFileSync(path, 'utf8')).flatMap((name) => {
    const meant = known.includes(name) ? null : findMeant(name, known);
    return meant === null
      ? []
      : [`${SETTINGS_FILE || '.env'}: there is no setting ${name}; did you mean ${meant}? It has no effect as it is.`];
  });
}

const namesIn = (text: string): string[] => Object.keys(parseEnv(text));

function findMeant(name: string, known: readonly string[]): string | null {
  const spelled = name.toUpperCase().replaceAll('-', '_');
  const distances = known.map((one) => ({ one, distance: computeDistance(spelled, one) }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  const allowed = Math.min(MAX_DIFFERENCES, Math.floor(name.length / 3));
  return nearest !== undefined && nearest.distance <= allowed ? nearest.one : null;
}

/** Number of characters to insert, remove, replace or swap with a neighbour to turn `a` into `b`. */
function computeDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = Math.min(
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
        (previous[j - 1] as number) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] as number) + 1 : Infinity,
      );
    }
    [before, previous] = [previous, current];
  }
  return previous[b.length] as number;
}
