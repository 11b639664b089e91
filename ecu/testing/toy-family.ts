import { changeAt, u16leBytes } from '../change.ts';
import { sum16le } from '../checksums/sums.ts';
import { codeOfWord } from '../dtc/spelling.ts';
import type { Change, Checksum, DtcRow, Family } from '../family.ts';
import type { Image } from '../image.ts';
import { SampleImage } from './sample-image.ts';
import { sentence } from '../sentence.ts';

/** What can be wrong with the toy family; each is a way in which a real solver could be wrong. */
export type ToyFaults = {
  changesOneMore?: boolean;
  /** One of the entries of a code that is partly off anyway. */
  changesPartlyOff?: boolean;
  /** A byte that belongs to no entry. */
  changesBesideEntries?: boolean;
  leavesOneOn?: boolean;
  mistakesBytesBefore?: boolean;
  cannotCorrect?: boolean;
  correctsElsewhere?: boolean;
  tableIsLost?: boolean;
  isNotSwitchable?: boolean;
  hasNoChecksum?: boolean;
  renamesProgram?: boolean;
  /** A wrong sum is reported as unknown. */
  doubtsWrongSum?: boolean;
  hasSignature?: boolean;
  areSumsNotProved?: boolean;
};

/** P0401 is in two entries and shares the second with P0402; P0403 is off from the start; P0404 is alone; P0405 is partly off. */
const entries = [
  { codes: [0x0401], class: 3 },
  { codes: [0x0401, 0x0402], class: 4 },
  { codes: [0x0403], class: 0 },
  { codes: [0x0404], class: 5 },
  { codes: [0x0405], class: 0 },
  { codes: [0x0405], class: 6 },
  { codes: [0x0405], class: 6 },
];
const classesAt = 0x100;
const sumAt = 0x400;
const nameAt = 0x10;

export function toySample(options: { wrongSum?: boolean } = {}): Uint8Array {
  const sample = new SampleImage(0x4000, 0xff).text(nameAt, 'TOY-1');
  entries.forEach((entry, index) => sample.u8(classesAt + index, entry.class));
  sample.u16le(sumAt, 0);
  const image = { bytes: sample.bytes } as Image;
  sample.u16le(sumAt, (sum16le(image, { at: 0, end: sumAt }) + (options.wrongSum === true ? 1 : 0)) & 0xffff);
  return sample.bytes;
}

/** An imaginary control unit for testing how the shared functions treat a family, correct or not. */
export function toyFamily(faults: ToyFaults = {}): Family {
  return {
    id: 'toy',
    maker: 'Toy',
    models: ['TOY'],
    recognise: (image) =>
      image.ascii(nameAt, 4) === 'TOY-' ? [{ points: 100, at: nameAt, reason: 'it says so' }] : [],
    describe: (image) => ({
      softwareId: { value: readName(image, faults), at: nameAt, strength: 'strong' },
    }),
    dtcs: {
      list: (image) =>
        faults.tableIsLost === true && image.u8(classesAt) === 0
          ? { outcome: 'not found', reason: sentence('no_known_table') }
          : {
              outcome: 'found',
              tableAt: classesAt,
              rows: listRows(image),
              confirmedBy: ['one', 'two'],
              notSwitchable: faults.isNotSwitchable === true ? sentence('switching_not_known') : null,
            },
      switchOff: (image, codes) => switchOffEntries(image, codes, faults),
    },
    checksums: faults.hasNoChecksum === true ? null : (image) => listChecksums(image, faults),
    ...(faults.areSumsNotProved !== true && faults.hasNoChecksum !== true && { areSumsProved: true }),
  };
}

function readName(image: Image, faults: ToyFaults): string {
  return faults.renamesProgram === true && image.u8(classesAt) === 0 ? 'TOY-2' : (image.ascii(nameAt, 5) ?? '');
}

function listRows(image: Image): DtcRow[] {
  const words = [...new Set(entries.flatMap(({ codes }) => codes))];
  return words.map((number) => {
    const paths = entries.flatMap(({ codes }, index) => (codes.includes(number) ? [index] : []));
    const off = paths.filter((path) => image.u8(classesAt + path) === 0).length;
    const state = off === 0 ? 'on' : off === paths.length ? 'off' : 'partial';
    const shared = paths.flatMap((path) => entries[path]?.codes ?? []).filter((other) => other !== number);
    return {
      code: codeOfWord(number) ?? '',
      number,
      state,
      paths,
      sharedWith: [...new Set(shared)].map((other) => codeOfWord(other) ?? ''),
      entriesAt: paths.map((path) => classesAt + path),
    };
  });
}

function switchOffEntries(image: Image, codes: readonly string[], faults: ToyFaults): Change[] {
  const paths = listRows(image).flatMap((row) => (codes.includes(row.code) ? row.paths : []));
  const chosen = faults.leavesOneOn === true ? paths.slice(1) : paths;
  const more = [
    ...(faults.changesOneMore === true ? [3] : []),
    ...(faults.changesPartlyOff === true ? [5] : []),
    ...(faults.changesBesideEntries === true ? [entries.length] : []),
  ];
  const changes = [...new Set([...chosen, ...more])].flatMap((path) => changeAt(image, classesAt + path, [0], 'class'));
  const [first] = changes;
  if (faults.mistakesBytesBefore === true && first !== undefined) first.before = Uint8Array.of(0x77);
  return changes;
}

function listChecksums(image: Image, faults: ToyFaults): Checksum[] {
  const sum = sum16le(image, { at: 0, end: sumAt }) & 0xffff;
  const checksums: Checksum[] = [
    {
      name: 'sum',
      kind: 'sum',
      ranges: [{ at: 0, end: sumAt }],
      cells: [{ at: sumAt, end: sumAt + 2 }],
      state: image.u16le(sumAt) === sum ? 'ok' : faults.doubtsWrongSum === true ? 'unknown' : 'wrong',
      correct: () => [
        ...(faults.cannotCorrect === true ? [] : changeAt(image, sumAt, u16leBytes(sum), 'sum')),
        ...(faults.correctsElsewhere === true ? changeAt(image, sumAt + 8, [0x55], 'a stray byte') : []),
      ],
    },
  ];
  if (faults.hasSignature === true) {
    const cells = [{ at: 0x500, end: 0x580 }];
    const ranges = [{ at: 0, end: sumAt }];
    checksums.push({ name: 'RSA', kind: 'signature', ranges, cells, state: 'unknown', correct: null });
  }
  return checksums;
}
