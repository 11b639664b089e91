import { analyse, type Analysis } from '../analyse.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { samples } from './samples.ts';

/** The code that is switched off; null: the file has none that can be. */
function switchableCode({ family, ownListing, inspection }: Analysis): string | null {
  if (!family?.dtcs?.switchOff || ownListing?.outcome !== 'found' || ownListing.notSwitchable !== null) return null;
  if (inspection.form.name !== 'as it is') return null;
  return ownListing.rows.find(({ state }) => state === 'on')?.code ?? null;
}

/** The samples in which a code can be switched off, each with one such code. */
export const switchableSamples = samples.flatMap(({ name, familyId, build }) => {
  const analysis = analyse(build());
  const code = switchableCode(analysis);
  const { family } = analysis;
  return family === null || code === null ? [] : [{ name, familyId, family, build, code }];
});

export const readWarnings = (bytes: Uint8Array): string[] =>
  analyse(bytes).readWarnings.map(({ code }) => code.slice('ecu.'.length));

const wrongSums = ({ checksums }: Analysis) =>
  (checksums ?? []).filter(({ kind, state }) => kind === 'sum' && state !== 'ok').map(({ name }) => name);

/** What becomes of a file: the reason of a refusal, or the switched-off file with what is known about the read. */
function tryOn(bytes: Uint8Array, code: string): { refused: string | null; file: Uint8Array; warnings: string[] } {
  const result = switchOffInFile(bytes, [code]);
  const refused = result.outcome === 'refused' ? result.reason.message : null;
  return { refused, file: result.outcome === 'refused' ? bytes : result.file, warnings: readWarnings(bytes) };
}

type SwitchableSample = (typeof switchableSamples)[number];

/** Whether a sample without its last bytes is refused, or right once the bytes are back. */
export function isCutHandled({ build, code }: SwitchableSample, count: number): boolean {
  const { refused, file, warnings } = tryOn(build().slice(0, -count), code);
  const whole = build();
  whole.set(file);
  const again = analyse(whole);
  const rows = again.ownListing?.outcome === 'found' ? again.ownListing.rows : [];
  const isRight = wrongSums(again).length === 0 && rows.some((row) => row.code === code && row.state === 'off');
  return refused !== null || (isRight && warnings.length > 0);
}

/** Whether a sample with zeros from `at` to `end` is refused, or the stretch is named. */
export function isStretchHandled({ build, code }: SwitchableSample, at: number, end: number): boolean {
  const { refused, warnings } = tryOn(build().fill(0, at, end), code);
  return refused !== null || warnings.includes('blank_stretches');
}
