import { expect, test } from 'vitest';
import { ms4xSample } from '../../families/ms4x/ms4x.sample.ts';
import { ms4x } from '../../families/ms4x/ms4x.family.ts';
import { pcr21 } from '../../families/pcr21/pcr21.family.ts';
import { ppd1 } from '../../families/ppd1/ppd1.family.ts';
import { sid206 } from '../../families/sid206/sid206.family.ts';
import { sid3 } from '../../families/sid3/sid3.family.ts';
import type { Family } from '../../family.ts';
import { Image } from '../../image.ts';
import type { CrcRecordOptions } from '../../testing/crc-record.ts';
import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';

type Case = {
  name: string;
  family: Family;
  build?: () => Uint8Array;
  sizeBytes?: number;
  record: CrcRecordOptions;
  /** The record is that of the program, and there is none of the calibration. */
  isProgram?: boolean;
};

const powerPc = { isBigEndian: true, origin: 0x800000 };
const triCore = { isBigEndian: false, initial: 0 };
const erased = 0xffffffff;

/** Each record as it stands in a real dump, or as published for one. */
const cases: Case[] = [
  {
    name: 'PPD1',
    family: ppd1,
    record: {
      ...powerPc,
      initial: 0,
      at: 0x402c0,
      areas: [
        [0x40000, 0x402bf],
        [0x41100, 0x7cfff],
      ],
    },
  },
  {
    name: 'PPD1, the calibration alone',
    family: ppd1,
    sizeBytes: 0x40000,
    record: {
      isBigEndian: true,
      origin: 0x840000,
      initial: 0,
      at: 0x2c0,
      areas: [
        [0, 0x2bf],
        [0x1100, 0x3cfff],
      ],
    },
  },
  {
    name: 'PPD1, the program',
    isProgram: true,
    family: ppd1,
    record: { ...powerPc, origin: 0, initial: erased, at: 0x20040, areas: [[0x20200, 0x3ffbf]] },
  },
  { name: 'SID206', family: sid206, record: { ...powerPc, initial: erased, at: 0x40100, areas: [[0x40240, 0x7d1bf]] } },
  {
    name: 'SID307',
    family: sid3,
    record: {
      ...triCore,
      origin: 0xa0000000,
      at: 0x20300,
      areas: [
        [0x20000, 0x202ff],
        [0x20344, 0x7e3ff],
      ],
    },
  },
  {
    name: 'SID310',
    family: sid3,
    record: {
      ...triCore,
      origin: 0xa0800000,
      at: 0x40300,
      areas: [
        [0x40000, 0x402ff],
        [0x40344, 0xeffff],
      ],
    },
  },
  {
    name: 'PCR2.1',
    family: pcr21,
    record: { ...triCore, origin: 0xa0000000, at: 0x180100, areas: [[0x180200, 0x1fabff]] },
  },
  {
    name: 'MSV70',
    family: ms4x,
    build: () => ms4xSample({ isMsv70: true }),
    record: { ...powerPc, initial: 0, at: 0x400a0, areas: [[0x40240, 0x5eaff]] },
  },
];

test.each(cases)(
  'the record of $name is verified, and corrected after a change',
  ({ family, build, sizeBytes, record, isProgram }) => {
    const sample = new SampleImage(sizeBytes ?? 0x200000, 0x5a);
    if (build !== undefined) sample.put(0, build());
    writeCrcRecord(sample, record);
    const checksums = () => family.checksums?.(new Image(sample.bytes)) ?? [];
    // The samples have one record; where it is not that of the calibration, the latter is unknown.
    const statesWith = (state: string) => (isProgram === true ? [state, 'unknown'] : [state]);
    expect(checksums().map(({ state }) => state)).toEqual(statesWith('ok'));
    const [[first] = [0]] = record.areas;
    sample.u8(first + 1, 0x77);
    expect(checksums().map(({ state }) => state)).toEqual(statesWith('wrong'));
    for (const { at, after } of checksums()[0]?.correct?.() ?? []) sample.put(at, after);
    expect(checksums().map(({ state }) => state)).toEqual(statesWith('ok'));
  },
);

test('an MS43, which has another processor, has none of these records but the CRC of its calibration', () => {
  expect(ms4x.recognise(new Image(ms4xSample()))).not.toEqual([]);
  const checksums = ms4x.checksums?.(new Image(ms4xSample())) ?? [];
  expect(checksums.map(({ name, state }) => [name, state])).toEqual([['CRC of the calibration', 'ok']]);
});
