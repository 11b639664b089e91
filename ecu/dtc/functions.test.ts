import { expect, test } from 'vitest';
import { readRanges } from './code-ranges.ts';
import { loadDescriptions } from './descriptions.ts';
import { codesOfFunction, dtcFunctions, findDtcFunctions } from './functions.ts';
import type { DtcFunction } from './functions.ts';
import { phrases } from './phrases.generated.ts';
import { readCodes } from './phrases/phrase-tables.ts';
import { codeAfter, whoDefines } from './spelling.ts';
import { everyCode } from '../testing/every-code.ts';

const describe = await loadDescriptions();
const described = [...readCodes(phrases.codes['sae'] ?? '', codeAfter).keys()]
  .filter((code) => code.startsWith('P'))
  .map((code) => ({ code, text: describe(code)?.text ?? '' }));

const elsewhere =
  /hybrid|drive motor|battery|charger|electronics|inverter|DC\/|transmission|generator|air condition|A\/C|refrigerant|charge air|reductant|fuel cell|shutter/i;

/** A description that contains `word` belongs to the function, unless it is about something else of the same name. */
const words: { expectedFunction: DtcFunction; word: RegExp; except?: RegExp }[] = [
  { expectedFunction: 'egr', word: /\bEGR\b/ },
  { expectedFunction: 'particle filter', word: /particulate|filter regeneration/i },
  { expectedFunction: 'oxygen sensor', word: /oxygen sensor/i },
  { expectedFunction: 'air flow sensor', word: /mass air flow/i },
  { expectedFunction: 'manifold pressure', word: /manifold pressure/i },
  { expectedFunction: 'boost', word: /turbo|supercharger|boost (pressure|control|system)|wastegate/i },
  { expectedFunction: 'nox', word: /NOx/ },
  { expectedFunction: 'adblue', word: /reductant|SCR|ammonia|reagent/i },
  { expectedFunction: 'catalyst', word: /\bcatalyst/i, except: /ozone|NOx exceedance/i },
  { expectedFunction: 'intake flaps', word: /intake manifold (runner|tuning)/i },
  { expectedFunction: 'throttle', word: /throttle/i },
  { expectedFunction: 'glow plugs', word: /glow plug/i, except: /aftertreatment/i },
  { expectedFunction: 'evap', word: /evaporative|leak detection|\bvapor\b|fuel cap/i },
  { expectedFunction: 'secondary air', word: /secondary air/i },
  { expectedFunction: 'misfire', word: /misfire/i },
  { expectedFunction: 'crankshaft and camshaft', word: /crankshaft|camshaft/i },
  { expectedFunction: 'cooling', word: /coolant|cooling fan|thermostat/i, except: elsewhere },
  { expectedFunction: 'starter', word: /starter(?!-gen)/i },
  { expectedFunction: 'fuel pressure', word: /fuel rail pressure|fuel pressure|fuel volume/i, except: /alternative/i },
  { expectedFunction: 'injectors', word: /injector/i, except: /reductant|exhaust|alternative/i },
  { expectedFunction: 'knock', word: /knock/i },
  { expectedFunction: 'ignition', word: /ignition (coil|control)/i },
  { expectedFunction: 'exhaust temperature', word: /exhaust gas temperature/i },
  { expectedFunction: 'exhaust flap', word: /exhaust pressure/i },
];

test.each(words)(
  'a code described as $word belongs to the function $expectedFunction',
  ({ expectedFunction, word, except }) => {
    const named = described.filter(({ text }) => word.test(text) && except?.test(text) !== true);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ code }) => !findDtcFunctions(code).includes(expectedFunction))).toEqual([]);
  },
);

/** Parts that belong to a function but have names of their own. */
const beside: Partial<Record<DtcFunction, RegExp>> = {
  'fuel pressure': /low-pressure fuel/i,
  boost: /boost|interstage|compressor|turbine/i,
  nox: /SCR/,
  adblue: /NOx exceedance/,
  evap: /purge/i,
  'crankshaft and camshaft': /engine (position|speed)|valve control|rough road/i,
  cooling: /cooling|radiator|engine coolant|over ?heat|temperature too high/i,
  injectors: /injection|contribution|cold start/i,
  'glow plugs': /wait lamp/i,
  'exhaust temperature': /exhaust gas/i,
  throttle: /pedal/i,
};

test.each(words)('every code of the function $expectedFunction is described as such or as a part of it', (row) => {
  const { expectedFunction, word } = row;
  const ofIt = described.filter(({ code }) => findDtcFunctions(code).includes(expectedFunction));
  expect(ofIt.length).toBeGreaterThan(0);
  const strangers = ofIt.filter(({ text }) => !word.test(text) && beside[expectedFunction]?.test(text) !== true);
  expect(strangers).toEqual([]);
});

test('codes of a function and functions of a code are the same table', () => {
  const codes = everyCode();
  const byCode = codes.flatMap((code) => findDtcFunctions(code).map((name) => `${name}: ${code}`));
  const byFunction = dtcFunctions.flatMap((name) => codesOfFunction(name).map((code) => `${name}: ${code}`));
  expect(byFunction.toSorted()).toEqual(byCode.toSorted());
  expect(codesOfFunction('start-stop')).toContain('P05BC');
});

test("a maker's own code belongs to no function, as its meaning differs from car to car", () => {
  for (const code of dtcFunctions.flatMap(codesOfFunction)) expect(whoDefines(code)).toBe('SAE');
  expect(findDtcFunctions('P1557')).toEqual([]);
  expect(findDtcFunctions('29CD')).toEqual([]);
});

test('a range between decimal codes leaves out codes with hexadecimal letters', () => {
  expect([...readRanges('P0139-P0140 P040E-P0410')]).toEqual([0x139, 0x140, 0x40e, 0x40f, 0x410]);
  expect(() => readRanges('P0140-P0139')).toThrow('No range');
  expect(() => readRanges('0140')).toThrow('No range');
});
