/**
 * What: Trionic 5, 7 and 8 of Saab, petrol engines, 68332 and its successors, big endian.
 * Seen in: Saab 900, 9000, 9-3 and 9-5, about 1993 to 2011.
 * Sizes: 128 KB, 256 KB, 512 KB, 1 MB.
 * Recognised by: the first vector and a list of records that is read from the end; or a file system named MFS*, twice.
 * Easily confused with: nothing known.
 * Sources: mattiasclaesson/TuningSuites (facts only); measured on real dumps.
 */
import type { Evidence, Fact, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { trionicChecksums } from './trionic.checksums.ts';
import type { Listed, Record } from './trionic.records.ts';
import { findList, findNumber, layout } from './trionic.records.ts';

export const trionic: Family = {
  id: 'trionic',
  maker: 'Saab',
  models: ['Trionic 5', 'Trionic 7', 'Trionic 8'],
  recognise(image) {
    const listed = image.memo(findList);
    const number = image.memo(findNumber);
    const evidence: Evidence[] = [];
    if (listed !== null) {
      const { records, memory } = listed;
      const at = records[0]?.at ?? 0;
      evidence.push({ points: 90, at, reason: `${records.length} records from the end, as ${memory.model} has them` });
    }
    if (number !== null) {
      evidence.push({ points: 90, at: number.at, reason: 'both copies of the file system lead to one number' });
    }
    return evidence;
  },
  describe(image) {
    const listed = image.memo(findList);
    return listed === null ? describeTrionic8(image) : describeListed(listed);
  },
  dtcs: null,
  checksums: trionicChecksums,
  areSumsProved: true,
};

function describeListed({ memory, records }: Listed): Facts {
  const facts: Facts = commonFacts(memory.model, 0);
  for (const record of records) {
    const name = memory.facts[record.type];
    if (name === undefined || facts[name] !== undefined) continue;
    const fact = factOf(record);
    const isNumber = name !== 'engine' && name !== 'softwareId';
    if (fact !== null && (!isNumber || /^\d{7,8}$/.test(fact.value))) facts[name] = fact;
  }
  return facts;
}

/** Short texts are padded with blanks, which precede them in the file. */
function factOf({ value, at }: Record): Fact | null {
  const text = value.trimEnd();
  if (!/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text)) return null;
  return { value: text, at: at + value.length - text.length, strength: 'strong', spelled: 'backwards' };
}

function describeTrionic8(image: Image): Facts {
  const number = image.memo(findNumber);
  if (number === null) return {};
  const [systemAt = 0] = layout.fileSystemsAt;
  return { ...commonFacts('Trionic 8', systemAt), softwareNumber: { ...number, strength: 'strong' } };
}

function commonFacts(model: string, at: number): Facts {
  return {
    model: { value: model, at, strength: 'implied' },
    vehicleManufacturer: { value: 'Saab', at, strength: 'implied' },
  };
}
