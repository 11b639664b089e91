import { readFileSync } from 'node:fs';
import { analyse } from '../../../ecu/analyse.ts';
import { families } from '../../../ecu/families.ts';
import { inspect } from '../../../ecu/inspect.ts';
import { readChecksums } from '../../../ecu/read-checksums.ts';
import { findMissingEnd } from '../../../ecu/read-warnings.ts';
import {
  damagedForms,
  formPairs,
  isEqual,
  listPlaces,
  tryForms,
  withOtherByte,
} from '../../../ecu/testing/form-pairs.ts';
import type { FormOutcome, Images, MadeForm } from '../../../ecu/testing/form-pairs.ts';

type Outcome = Pick<FormOutcome, 'outcome' | 'reason'>;

const refused = (reason: string): Outcome => ({ outcome: 'refused', reason });

/**
 * Shows what becomes of a file that a form makes of a memory, mostly by identifying it alone: in every copy of the
 * memory that was read, one byte is changed, and the file must be the one that the same form makes of memories with
 * that byte changed. Only where it is not, codes are switched off as in the portal.
 */
export function readForm(image: Uint8Array, familyId: string, made: MadeForm): Outcome {
  const [nearAt = 0, markAt = 0] = [0.3, 0.6].map((share) => {
    const places = listPlaces(image);
    return places[Math.floor(places.length * share)];
  });
  const near = withOtherByte(image, nearAt);
  const file = made.make({ image, near });
  const { identification, form, hint, fileType, image: read } = inspect(file);
  if (identification.outcome !== 'recognised') return refused(hint?.message ?? `taken for: ${fileType}`);
  if (form.toFile === null) return refused(form.notWritten?.message ?? '');
  if (made.losesBytes) {
    const family = families.find(({ id }) => id === identification.family.familyId);
    const sums = (family === undefined ? null : readChecksums(family, read)) ?? [];
    const wrong = sums.find(({ kind, state }) => kind === 'sum' && state === 'wrong');
    const reason = findMissingEnd(read, sums)?.message ?? (wrong && `wrong: ${wrong.name}`);
    if (reason !== undefined) return refused(reason);
  }
  const mark = (bytes: Uint8Array) => withOtherByte(bytes, markAt);
  const written = form.toFile([form, ...form.copies].map(({ bytes }) => mark(bytes)));
  const marked: Images = { image: mark(image), near: mark(near) };
  if (identification.family.familyId === familyId && isEqual(written, made.make(marked)))
    return { outcome: 'right', reason: '' };
  return switchInForm(image, made);
}

function switchInForm(image: Uint8Array, made: MadeForm): Outcome {
  const { family, listing } = analyse(image);
  const code = listing?.outcome === 'found' ? listing.rows.find(({ state }) => state === 'on')?.code : undefined;
  const options = { codes: code === undefined ? [] : [code], forms: [made], acceptWrongChecksums: !made.losesBytes };
  const outcomes = family === null ? null : tryForms(image, family, options);
  return outcomes?.[0] ?? refused('the memory itself cannot be switched');
}

/** Of each dump, some forms are tried; those of the next one follow in the list, so that all of them are. */
const PAIRS_EACH = 2;

const chooseForms = (index: number): MadeForm[] => [
  ...Array.from(
    { length: PAIRS_EACH },
    (_, next) => formPairs[(PAIRS_EACH * index + next) % formPairs.length] as MadeForm,
  ),
  damagedForms[index % damagedForms.length] as MadeForm,
];

/** Reads switchable dumps that went through two forms, or lost bytes in one. */
export function measureForms(dumps: readonly { path: string; familyId: string }[]): { text: string; wrong: number } {
  const outcomes = dumps.flatMap(({ path, familyId }, index) => {
    const image = new Uint8Array(readFileSync(path));
    return chooseForms(index).map((made) => ({ path, form: made.name, ...readForm(image, familyId, made) }));
  });
  for (const { path, form, outcome, reason } of outcomes) {
    if (outcome !== 'right' && (outcome === 'wrong' || reason === ''))
      console.log(`${path} (${form}): ${outcome} ${reason}`);
  }
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const silent = outcomes.filter(({ outcome, reason }) => outcome === 'refused' && reason === '').length;
  const text = `${formPairs.length} pairs of forms and ${damagedForms.length} forms with bytes lost, ${outcomes.length} files made of ${dumps.length} switchable dumps: right ${count('right')}, refused with the reason ${count('refused') - silent}, refused without ${silent}, wrong ${count('wrong')}.`;
  return { text, wrong: count('wrong') + silent };
}
