import { expect, test } from 'vitest';
import { readRanges } from './code-ranges.ts';
import { lists } from './descriptions.generated.ts';
import { codesOfFunction, dtcFunctions, functionsOf } from './functions.ts';
import type { DtcFunction } from './functions.ts';
import { whoDefines } from './spelling.ts';

const described = lists.generic.split('\n').map((line) => ({ code: line.slice(0, 5), text: line.slice(6) }));

/** A description with this word is of this function, but for the exceptions. */
const words: { expectedFunction: DtcFunction; word: RegExp; except: string[] }[] = [
  { expectedFunction: 'egr', word: /\bEGR\b/, except: [] },
  { expectedFunction: 'particle filter', word: /particulate filter/, except: [] },
  { expectedFunction: 'oxygen sensor', word: /Oxygen sensor/, except: [] },
  { expectedFunction: 'air flow sensor', word: /mass air flow/i, except: [] },
  { expectedFunction: 'manifold pressure', word: /manifold (absolute )?pressure/i, except: [] },
  { expectedFunction: 'boost', word: /turbo|supercharger|boost|wastegate/i, except: [] },
  { expectedFunction: 'nox', word: /NOx (adsorber|sensor|exceedance|catalyst)/, except: [] },
  { expectedFunction: 'adblue', word: /Reductant|SCR/, except: [] },
  // The heading words of other functions that only name where something sits.
  { expectedFunction: 'catalyst', word: /catalyst/i, except: ['P229E', 'P229F'] },
  { expectedFunction: 'intake flaps', word: /Intake manifold (runner|tuning)/, except: [] },
  { expectedFunction: 'throttle', word: /throttle/i, except: [] },
  { expectedFunction: 'glow plugs', word: /glow plug/i, except: [] },
  { expectedFunction: 'evap', word: /Evaporative/, except: [] },
  { expectedFunction: 'secondary air', word: /Secondary air/, except: [] },
  { expectedFunction: 'misfire', word: /Misfire/, except: [] },
  { expectedFunction: 'crankshaft and camshaft', word: /crankshaft|camshaft/i, except: [] },
  { expectedFunction: 'cooling', word: /coolant|cooling fan/i, except: [] },
  { expectedFunction: 'starter', word: /Starter/, except: [] },
  { expectedFunction: 'fuel pressure', word: /Fuel (rail pressure|pressure regulator|volume regulator)/, except: [] },
  { expectedFunction: 'injectors', word: /injector(s| of| group| circuit)/i, except: [] },
  { expectedFunction: 'knock', word: /Knock/, except: [] },
  { expectedFunction: 'ignition', word: /Ignition coil/, except: [] },
  { expectedFunction: 'exhaust temperature', word: /Exhaust gas temperature/, except: [] },
  { expectedFunction: 'exhaust flap', word: /Exhaust pressure/, except: [] },
];

test.each(words)(
  'what is described as $word is of the function $expectedFunction',
  ({ expectedFunction, word, except }) => {
    const named = described.filter(({ text }) => word.test(text)).map(({ code }) => code);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((code) => !functionsOf(code).includes(expectedFunction))).toEqual(except);
  },
);

test.each(words)('what is of the function $expectedFunction is described as that, or as something beside it', (row) => {
  const { expectedFunction, word } = row;
  // P0068: manifold pressure, air flow and throttle do not agree. The rest: one part serves two functions.
  const beside = /agree|Throttle or pedal|throttle|Catalyst|trim|NOx|over temperature|Coolant|Engine speed|fuel cut/;
  const ofInjectors = /contribution|Cold start|Injection timing/;
  const strangers = described
    .filter(({ code, text }) => functionsOf(code).includes(expectedFunction) && !word.test(text) && !beside.test(text))
    .filter(({ text }) => expectedFunction !== 'injectors' || !ofInjectors.test(text));
  expect(strangers).toEqual([]);
});

test('codes of a function and functions of a code are the same table', () => {
  for (const name of dtcFunctions) {
    for (const code of codesOfFunction(name)) expect(functionsOf(code)).toContain(name);
  }
  expect(codesOfFunction('start-stop')).toContain('P05BC');
});

test("a maker's own code is of no function, as it means something else in every car", () => {
  for (const code of dtcFunctions.flatMap(codesOfFunction)) expect(whoDefines(code)).toBe('SAE');
  expect(functionsOf('P1557')).toEqual([]);
  expect(functionsOf('29CD')).toEqual([]);
});

test('a range between decimal codes leaves out the codes with letters', () => {
  expect([...readRanges('P0139-P0140 P040E-P0410')]).toEqual([0x139, 0x140, 0x40e, 0x40f, 0x410]);
  expect(() => readRanges('P0140-P0139')).toThrow('No range');
  expect(() => readRanges('0140')).toThrow('No range');
});
