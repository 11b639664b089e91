import { readFileSync } from 'node:fs';
import { analyse } from '../../../ecu/analyse.ts';
import { formPairs, tryFormPairs } from '../../../ecu/testing/form-pairs.ts';

/** Every pair costs two analyses of a file of up to four times the size, so not every dump is tried. */
const EVERY = 6;

/** Switches a code off in dumps that went through every pair of forms, and counts what became of their copies. */
export function measureFormPairs(paths: readonly string[]): { text: string; leftOn: number } {
  const switchable = paths.flatMap((path) => {
    const image = new Uint8Array(readFileSync(path));
    const { family, listing, inspection } = analyse(image);
    const isSwitchable = listing?.outcome === 'found' && listing.notSwitchable === null && family?.dtcs?.switchOff;
    const code = isSwitchable ? listing.rows.find(({ state }) => state === 'on')?.code : undefined;
    const isOnce = inspection.form.name === 'as it is';
    return family === null || code === undefined || !isOnce ? [] : [{ path, family, code }];
  });
  const chosen = switchable.filter((_, index) => index % EVERY === 0);
  const outcomes = chosen.flatMap(({ path, family, code }) =>
    (tryFormPairs(new Uint8Array(readFileSync(path)), family, [code]) ?? []).map((one) => ({ path, ...one })),
  );
  for (const { path, pair, outcome, reason } of outcomes) {
    if (outcome !== 'every copy changed') console.log(`${path} (${pair}): ${outcome} ${reason}`);
  }
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const leftOn = count('copy left on');
  const text = `${formPairs.length} pairs of forms, ${chosen.length} dumps: every copy changed ${count('every copy changed')}, refused ${count('refused')}, a copy left on ${leftOn}.`;
  return { text, leftOn };
}
