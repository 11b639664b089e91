import { asItIs, decodedForm, doubledForms, isHexText, otherForms } from './forms.ts';
import type { Form } from './forms.ts';
import { identifyOnce, detectFileType } from './gate.ts';
import type { FileType } from './gate.ts';
import { isHalfOfPair } from './gate/half-of-pair.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { identify } from './identify.ts';
import type { Identification } from './identify.ts';
import { Image } from './image.ts';
import { isSentence, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

export type Inspection = {
  fileType: FileType;
  /** How the file was read. Callers list and switch in `form.bytes`; `form.toFile` converts the result to a file. */
  form: Form;
  /** The bytes of `form`. All offsets in `identification`, its facts and any listing refer to this image. */
  image: Image;
  identification: Identification;
  /** Size of the file, not of the image. */
  sizeBytes: number;
  /** What the user should know about the file besides its type. */
  hint: Sentence | null;
};

/**
 * Determines what a file is: first whether it can be a control unit's memory at all, then of which one. A dump that is
 * not recognised as it is, is also tried in its other forms; a text of records is decoded. The bytes are not modified.
 * With `among`, only those families are considered: what the file would be if it were of one of them.
 */
export function inspect(bytes: Uint8Array, among: readonly Family[] = families): Inspection {
  const identifyIn = (one: Image) => (among === families ? one.memo(identifyOnce) : identify(one, among));
  const image = new Image(bytes);
  const fileType = detectFileType(image);
  const plain = { fileType, form: asItIs(bytes), image, sizeBytes: bytes.length, hint: null };
  if (isHexText(fileType)) {
    const form = decodedForm(bytes, fileType);
    if (isSentence(form)) return { ...plain, identification: { outcome: 'unknown' }, hint: form };
    const decoded = new Image(form.bytes);
    const identification = identifyIn(decoded);
    // A text in which no control unit is recognised stays a text, whatever its format.
    const isKnown = identification.outcome === 'recognised';
    return { ...plain, fileType: isKnown ? 'OK' : fileType, form, image: decoded, identification };
  }
  // Some dumps look like nothing until their bytes are in order, so 'not an ECU file' is examined further.
  if (fileType !== 'OK' && fileType !== 'not an ECU file') return { ...plain, identification: { outcome: 'unknown' } };
  // Doubled content has to be changed in every copy, so this form is tried before the file as it is.
  const doubled = recognisedIn(doubledForms(bytes), identifyIn);
  if (doubled !== null) return { ...plain, fileType: 'OK', ...doubled };
  const identification = identifyIn(image);
  if (identification.outcome !== 'unknown') return { ...plain, identification };
  const other = recognisedIn(otherForms(bytes), identifyIn);
  if (other !== null) return { ...plain, fileType: 'OK', ...other };
  return { ...plain, identification, hint: fileType === 'OK' && isHalfOfPair(image) ? halfOfPair : null };
}

function recognisedIn(
  forms: readonly Form[],
  identifyIn: (image: Image) => Identification,
): Pick<Inspection, 'form' | 'image' | 'identification'> | null {
  for (const form of forms) {
    const image = new Image(form.bytes);
    const identification = identifyIn(image);
    if (identification.outcome === 'recognised') return { form, image, identification };
  }
  return null;
}

const halfOfPair = sentence('half_of_chip_pair');
