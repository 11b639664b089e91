import { readRanges } from './code-ranges.ts';
import { findDtcFunctions } from './functions.ts';
import type { DtcFunction } from './functions.ts';
import { whoDefines, wordOfCode } from './spelling.ts';

/**
 * Why a code falls under the rules for emissions. The first group names the emission control that the code watches, the
 * second a sensor whose value such a monitor needs. `emission control`: a maker's own code of the range that SAE J2012
 * reserves for auxiliary emission controls. `unknown`: a maker's own code whose meaning is not public; it may be one.
 */
export type EmissionReason = keyof typeof reasonsInOrder;

/** A function of the engine that is an emission control or a sensor of one, and further codes of the same kind. */
type Rule = { functions: readonly DtcFunction[]; codes: string };

/**
 * The monitors of 13 CCR 1968.2 and UN R83 annex 11 that are named here; a code that belongs to two of them counts for
 * the first. Codes that SAE defines and that are in none of these ranges do not concern emissions: drive train, supply,
 * control unit, network, body and chassis.
 */
const reasonsInOrder = {
  misfire: { functions: ['misfire'], codes: 'P0315' },
  egr: { functions: ['egr'], codes: 'U010A-U010B U040B-U040C U064E U0651-U0653 U0669-U066A U068D-U0690' },
  'particle filter': {
    functions: ['particle filter'],
    codes: 'U01B1 U02A1-U02A3 U04A4 U04B2 U05A4 U0601-U0602 U0696-U0697',
  },
  // The efficiency of SCR catalysts and NOx adsorbers belongs here, not to the three-way catalyst.
  nox: {
    functions: ['nox', 'adblue'],
    codes: `
      U010E U029D-U029E U02A1-U02A2 U02A4-U02A5 U030C-U030F U0352 U040F U059E-U059F U05A1-U05A3 U05A5-U05A6
      U05A8-U05A9 U0619-U061D U0666`,
  },
  catalyst: { functions: ['catalyst'], codes: 'U01B5 U04B6 U0684-U0687' },
  // Lambda control is watched through its sensors and the fuel trim that results from it.
  lambda: {
    functions: ['oxygen sensor'],
    codes: `
      P0170-P0175 P2177-P2180 P2187-P2194 P016A-P016C P029A-P029B P029E-P029F P02A2-P02A3 P02A6-P02A7 P02AA-P02AB
      P02AE-P02AF P02B2-P02B3 P02B6-P02B7 P02BA-P02BB P02BE-P02BF P02C2-P02C3 P02C6-P02C7 P2096-P2099 P219A-P21A7
      P21F4-P21FF P230A-P230F P231A-P231F P23F2-P23FF P2BEC-P2BF3 P2E68-P2E6B U011A U016D U041B U046E`,
  },
  evap: { functions: ['evap'], codes: 'U029F U02BB U030A U05A0 U0640-U0642' },
  'secondary air': { functions: ['secondary air'], codes: '' },
  'exhaust temperature sensor': { functions: ['exhaust temperature'], codes: 'U061F-U0622 U069A-U069D' },
  'exhaust pressure sensor': {
    functions: [],
    codes: 'P0470-P0474 P047A-P047E P2E54-P2E57 U0650 U067E U0691-U0692 U069F',
  },
  'air sensor': { functions: ['air flow sensor', 'manifold pressure'], codes: 'U0609-U060A U060F-U0610' },
  'crankshaft sensor': { functions: [], codes: 'P0335-P0339 P033F-P034B P0365-P0369 P0385-P0394' },
  'emission control': { functions: [], codes: 'P1400-P1499 U0113 U0441' },
  unknown: { functions: [], codes: '' },
} satisfies Record<string, Rule>;

export const emissionReasons = Object.keys(reasonsInOrder) as readonly EmissionReason[];

const rules = Object.entries(reasonsInOrder).map(([reason, { functions, codes }]) => ({
  reason: reason as EmissionReason,
  functions: functions as readonly DtcFunction[],
  words: codes === '' ? new Set<number>() : readRanges(codes),
}));

/**
 * Makers assign their own codes by the groups of SAE J2012: P10 to P12 and P30 to P32 to fuel and air, P13 and P33 to
 * ignition, P14 to auxiliary emission controls, P15 to P19 to speed, idle, control unit and gearbox.
 */
const mayConcernEmissions = /^P(?:1[0-3]|3[0-3])/;

/**
 * Why switching the code off can hide higher emissions; null: it cannot. `sameEntry` are the other codes of the same
 * fault path: they watch the same part, so they reveal the purpose of a code of unknown meaning.
 */
export function findEmissionReason(code: string, sameEntry: readonly string[] = []): EmissionReason | null {
  const own = reasonOfCode(code);
  if (own !== 'unknown') return own;
  const others = sameEntry.map(reasonOfCode).filter((reason) => reason !== 'unknown');
  return others.length === 0 ? 'unknown' : (others.find((reason) => reason !== null) ?? null);
}

function reasonOfCode(code: string): EmissionReason | null {
  const word = wordOfCode(code);
  if (word === null) return 'unknown';
  const watched = findDtcFunctions(code);
  const rule = rules.find(({ functions, words }) => words.has(word) || functions.some((one) => watched.includes(one)));
  if (rule !== undefined) return rule.reason;
  return whoDefines(code) === 'maker' && mayConcernEmissions.test(code) ? 'unknown' : null;
}
