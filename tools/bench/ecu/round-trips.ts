import { createHash } from 'node:crypto';
import type { Analysis } from '../../../ecu/analyse.ts';
import { analyse } from '../../../ecu/analyse.ts';
import { switchOff } from '../../../ecu/switch-off.ts';

export interface RoundTrips {
  done: number;
  /** Reasons why the library returned no file. */
  refused: string[];
  /** Descriptions of files it should not have returned. */
  wrong: string[];
}

const CHOICES = 20;

/** Returns random numbers from 0 to 1, seeded with the file's name so that every run makes the same choices. */
function createRandom(seed: string): () => number {
  let round = 0;
  return () => createHash('sha256').update(`${seed} ${round++}`).digest().readUInt32BE() / 0x1_0000_0000;
}

/** Switches off random choices of codes, and checks each result independently of the library's own check. */
export function tryRoundTrips({ image, family, listing }: Analysis, seed: string): RoundTrips {
  const trips: RoundTrips = { done: 0, refused: [], wrong: [] };
  if (family === null || listing?.outcome !== 'found') return trips;
  const random = createRandom(seed);
  const codes = listing.rows.filter(({ state }) => state !== 'off').map(({ code }) => code);
  const input = image.bytes.slice();
  for (let choice = 0; choice < CHOICES && codes.length > 0; choice += 1) {
    // One code, all of them, and random choices between these; every second one also with repair.
    const share = choice < 2 ? 0 : choice < 4 ? 1 : random() ** 3;
    const chosen = codes.filter(() => random() < share);
    if (chosen.length === 0) chosen.push(codes[Math.floor(random() * codes.length)] as string);
    const result = switchOff(image.bytes, family, chosen, {
      acceptWrongChecksums: true,
      repairChecksums: choice % 2 === 1,
    });
    if (result.outcome === 'refused') {
      trips.refused.push(`${result.kind}: ${result.reason.message}`);
      continue;
    }
    const written = [...result.repairChanges, ...result.dtcChanges, ...result.checksumChanges];
    const fault = findFault(input, image.bytes, result.bytes, chosen, written);
    if (fault === null) trips.done += 1;
    else trips.wrong.push(fault);
  }
  return trips;
}

type Written = { at: number; after: Uint8Array };

function findFault(
  input: Uint8Array,
  inputAfter: Uint8Array,
  output: Uint8Array,
  chosen: readonly string[],
  written: readonly Written[],
): string | null {
  if (Buffer.compare(input, inputAfter) !== 0) return 'the input was changed';
  if (output.length !== input.length) return 'the size is another';
  const declared = new Uint8Array(input.length);
  for (const { at, after } of written) declared.fill(1, at, at + after.length);
  for (let at = 0; at < input.length; at += 1) {
    if (input[at] !== output[at] && declared[at] === 0) return `a byte at ${at} changed undeclared`;
  }
  const again = analyse(output);
  if (again.listing?.outcome !== 'found') return 'the table is gone';
  const states = new Map(again.listing.rows.map(({ code, state }) => [code, state]));
  const on = chosen.find((code) => states.get(code) !== 'off');
  if (on !== undefined) return `${on} is still on`;
  const wrong = again.checksums?.find(({ kind, state }) => kind === 'sum' && state === 'wrong');
  return wrong === undefined ? null : `the checksum ${wrong.name} is wrong`;
}
