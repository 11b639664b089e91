import { expect, test } from 'vitest';
import { edc16Sample } from '../families/edc16/edc16.sample.ts';
import { asciiBytes } from '../image.ts';
import { inspect } from '../inspect.ts';
import { sentence } from '../sentence.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { randomBytes } from '../testing/sample-image.ts';

type Block = { bytes: Uint8Array; method?: string };

const block = ({ bytes, method = '00' }: Block) =>
  `<FLASHDATA><ENCRYPT-COMPRESS-METHOD TYPE="A_BYTEFIELD">${method}</ENCRYPT-COMPRESS-METHOD>
<DATA>${Buffer.from(bytes).toString('hex').toUpperCase()}</DATA></FLASHDATA>`;

const container = (...blocks: Block[]) =>
  asciiBytes(`<?xml version="1.0" encoding="UTF-8"?><ODX MODEL-VERSION="2.0.1"><FLASH ID="FL">
<SHORT-NAME>FL_SAMPLE</SHORT-NAME><LONG-NAME>SAMPLE 0001</LONG-NAME><FLASHDATAS>${blocks.map(block).join('')}</FLASHDATAS></FLASH></ODX>`);

const small = { bytes: Uint8Array.of(0) };

test('a block of a flash container that is neither encrypted nor packed is analysed, and the container not written', () => {
  const file = container(small, { bytes: randomBytes(0x800, 3), method: 'AA' }, { bytes: edc16Sample() });
  expect(inspect(file)).toMatchObject({
    fileType: 'OK',
    form: { name: 'ODX', toFile: null },
    identification: { outcome: 'recognised', family: { familyId: 'edc16' } },
  });
  expect(switchOffInFile(file, ['P0401'])).toMatchObject({
    outcome: 'refused',
    reason: { message: sentence('odx_not_written').message },
  });
});

test('one whose blocks are all encrypted or packed says so, and what it is for', () => {
  const file = container(small, { bytes: randomBytes(0x800, 3), method: 'AA' }, { bytes: edc16Sample(), method: '0A' });
  const hint = sentence('odx_encrypted', { name: 'SAMPLE 0001', blocks: 2 });
  expect(inspect(file)).toMatchObject({ fileType: 'ODX', identification: { outcome: 'unknown' }, hint });
});

test('one with a control unit that no family knows says what it is for', () => {
  const file = container({ bytes: randomBytes(0x8000, 3) });
  const hint = sentence('odx_unknown_unit', { name: 'SAMPLE 0001', blocks: 1 });
  expect(inspect(file)).toMatchObject({ fileType: 'ODX', identification: { outcome: 'unknown' }, hint });
});

test('an FRF is named as encrypted', () => {
  const file = randomBytes(0x8000, 3);
  file.set([0x0a, 0x9c, 0x92, 0x7c]);
  expect(inspect(file)).toMatchObject({ fileType: 'FRF', hint: sentence('frf_encrypted') });
});
