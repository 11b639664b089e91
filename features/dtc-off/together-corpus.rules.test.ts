import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse, findOffPaths, switchOff } from '../../ecu/index.ts';
import { listTogether, statusNow } from './dtc-table.rules.ts';

const corpus = process.env.ECU_CORPUS;

if (corpus === undefined || corpus === '') {
  console.warn('ECU_CORPUS is not set: codes that go off together were NOT checked against real dumps.');
}

function* namesIn(folder: string) {
  const entries = ['manifest.json', 'manifest-2.json', 'manifest-3.json'].flatMap((manifest) => {
    const { entries: listed } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as {
      entries: { file: string }[];
    };
    return listed.map(({ file }) => file);
  });
  yield* new Set(entries);
}

/** Compares what the screen shows for a choice with what the changed bytes contain. */
function compare(bytes: Uint8Array): { shown: string; read: string; companions: number } | null {
  const { family, image, listing } = analyse(bytes);
  if (family === null || listing?.outcome !== 'found' || listing.notSwitchable !== null) return null;
  const on = listing.rows.filter(({ state }) => state === 'on');
  const chosen = [...on.filter(({ sharedWith }) => sharedWith.length > 0).slice(0, 3), ...on.slice(-2)];
  const codes = [...new Set(chosen.map(({ code }) => code))];
  const result = codes.length === 0 ? null : switchOff(image.bytes, family, codes);
  if (result === null || result.outcome === 'refused') return null;
  const off = family.dtcs === null ? new Set() : findOffPaths(image, family.dtcs, listing.rows);
  const rows = listing.rows.map(({ code, state, paths }) => ({
    dtc: code,
    status: state === 'off' ? ('OFF' as const) : ('ON' as const),
    entries: paths,
    off_entries: paths.filter((path) => off.has(path)),
  }));
  const selected = new Set(codes);
  const together = listTogether(rows, selected);
  return {
    shown: rows.map((row) => `${row.dtc} ${statusNow(row, selected, together)}`).join(),
    read: result.rowsAfter.map(({ code, state }) => `${code} ${state === 'off' ? 'OFF' : 'ON'}`).join(),
    companions: [...together.values()].filter(({ isWholly }) => isWholly).length,
  };
}

test.skipIf(corpus === undefined || corpus === '')(
  'the codes shown as OFF together with a chosen one are those in the changed bytes of every real file',
  () => {
    const wrong: string[] = [];
    const counted = { files: 0, companions: 0 };
    for (const name of namesIn(corpus ?? '')) {
      const found = compare(new Uint8Array(readFileSync(join(corpus ?? '', 'files', name))));
      if (found === null) continue;
      counted.files += 1;
      counted.companions += found.companions;
      if (found.shown !== found.read) wrong.push(name);
    }
    console.info(`${counted.files} files, ${counted.companions} codes that went off together with a chosen one`);
    expect(wrong).toEqual([]);
    expect(counted.files).toBeGreaterThan(100);
    expect(counted.companions).toBeGreaterThan(10);
  },
  900_000,
);
