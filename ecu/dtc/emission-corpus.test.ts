import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../analyse.ts';
import { findEmissionReason } from './emission.ts';

const corpus = process.env['ECU_CORPUS'];

if (corpus === undefined || corpus === '') {
  console.warn('ECU_CORPUS is not set: the emission reasons were NOT counted on real dumps.');
}

type Counted = { rows: number; badge: number; unknown: number };

/** In some files a family's whole table consists of BMW's own numbers, so BMW's cars are counted separately. */
function countFamilies(folder: string): Map<string, Counted> {
  const counted = new Map<string, Counted>();
  const names = ['manifest.json', 'manifest-2.json'].flatMap((manifest) => {
    const { entries } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { entries: { file: string }[] };
    return entries.map(({ file }) => file);
  });
  for (const name of new Set(names)) {
    const { family, listing, inspection } = analyse(new Uint8Array(readFileSync(join(folder, 'files', name))));
    if (family === null || listing?.outcome !== 'found') continue;
    const { identification } = inspection;
    const maker = identification.outcome === 'recognised' ? identification.facts.vehicleManufacturer?.value : undefined;
    const key = maker === 'BMW' ? `${family.id} of BMW` : family.id;
    const sums = counted.get(key) ?? { rows: 0, badge: 0, unknown: 0 };
    counted.set(key, sums);
    for (const { code, sharedWith } of listing.rows) {
      const reason = findEmissionReason(code, sharedWith);
      sums.rows += 1;
      if (reason === 'unknown') sums.unknown += 1;
      else if (reason !== null) sums.badge += 1;
    }
  }
  return counted;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

test.skipIf(corpus === undefined || corpus === '')(
  'in real files less than half of the codes of any family have the emission badge, and no code of a BMW EDC17 has it',
  () => {
    const counted = countFamilies(corpus ?? '');
    const all = [...counted.values()];
    const sum = (of: keyof Counted) => all.reduce((total, one) => total + one[of], 0);
    for (const [name, { rows, badge, unknown }] of [...counted].sort(([one], [two]) => (one < two ? -1 : 1))) {
      console.info(`${name}: ${rows} rows, badge ${percent(badge, rows)}, not public ${percent(unknown, rows)}`);
    }
    console.info(`all: ${sum('rows')} rows, badge ${percent(sum('badge'), sum('rows'))}`);
    for (const [name, { rows, badge }] of counted) expect(badge / rows, name).toBeLessThan(0.5);
    expect(counted.get('edc17 of BMW')).toMatchObject({ badge: 0 });
    expect(sum('badge') / sum('rows')).toBeGreaterThan(0.1);
  },
  900_000,
);
