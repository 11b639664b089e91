/**
 * What: Bosch EDC1 (MSA 11, DDE 2), diesel engines, 8051 and its successors, two chips with a text each.
 * Seen in: Volkswagen group, BMW, about 1989 to 1998.
 * Sizes: 32 KB, 64 KB for one chip, 128 KB for both.
 * Recognised by: diesel numbers of hardware and software side by side near the end of the first 32 KB; with every
 *   digit doubled in a joined file.
 * Easily confused with: EDC3, whose chips do not contain a complete number.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import type { Fact, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { FoundSignature, TextSignature } from '../../text-signatures.ts';
import { listMark, signatureFamily, withVagMaker } from '../../text-signatures.ts';

const numbers: TextSignature = {
  anchor: '0281',
  pattern: new RegExp(
    '(?<hardwareNumber>0281\\d{6})[^\\d]?(?<softwareNumber>(?:1037|1267|1277|2287|2537)\\d{6})' +
      '(?:[^\\d](?<softwareId>[A-Z]\\d{2}[A-Z\\d]{5}) )?',
    'd',
  ),
  before: 0,
  after: 32,
  within: { at: 0x6000, end: 0x10000 },
  points: 80,
  reason: 'diesel numbers of hardware and software side by side',
};

/** `028906021AF ?1,9l R4 E` */
const vagLine: TextSignature = {
  anchor: '90',
  pattern: /(?<partNumber>\d[A-Z\d]{2}90[67]\d{3}[A-Z]{0,2}) {1,3}[^]?(?<engine>\d[.,]\dl R\d)/d,
  before: 3,
  after: 22,
  within: { at: 0x4000, end: 0x8000 },
  points: 0,
  reason: 'a line of text of the Volkswagen group',
};

const names = { id: 'edc1', maker: 'Bosch', models: ['EDC1', 'MSA11', 'DDE2'] };

const oneChip = signatureFamily({
  ...names,
  minBytes: 0x8000,
  maxBytes: 0x10000,
  marks: [numbers, vagLine],
  conclude: withVagMaker,
});

/** BMW's later programs: two chips of 64 KB in one file of 128 KB, with the numbers in the first 32 KB. */
const whole = signatureFamily({
  ...names,
  minBytes: 0x20000,
  maxBytes: 0x20000,
  marks: [
    {
      ...numbers,
      pattern: /[^\d](?<hardwareNumber>0281\d{6})(?<softwareNumber>1037\d{6})\xFF/d,
      before: 1,
      within: { at: 0x7fe9, end: 0x7fed },
    },
  ],
});

/** Two chips of 64 KB, joined byte by byte, contain every digit of the hardware number twice. */
const joinedBytes = 0x20000;
const joined: TextSignature = {
  anchor: '00228811',
  pattern: /00228811(?:(\d)\1){6}/d,
  before: 0,
  after: 20,
  within: { at: 0xff00, end: 0x10000 },
  points: 80,
  reason: 'a diesel hardware number with every digit twice',
};

export const edc1: Family = {
  ...oneChip,
  recognise(image) {
    const place = joinedPlace(image);
    if (place === null) return [...oneChip.recognise(image), ...whole.recognise(image)];
    return [{ points: joined.points, at: place.at, reason: joined.reason }];
  },
  describe(image) {
    const place = joinedPlace(image);
    return place === null ? { ...oneChip.describe(image), ...whole.describe(image) } : describeJoined(place);
  },
};

function joinedPlace(image: Image): FoundSignature | null {
  return image.sizeBytes === joinedBytes ? (listMark(image, joined)[0] ?? null) : null;
}

/** The software number differs between the chips, and a joined file has both: neither is reported. */
function describeJoined({ at, text }: FoundSignature): Facts {
  const value = text.replaceAll(/(.)./g, '$1');
  const hardwareNumber: Fact = { value, at, strength: 'implied' };
  return { hardwareNumber };
}
