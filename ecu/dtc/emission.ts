import { readRanges } from './code-ranges.ts';
import { functionsOf } from './functions.ts';
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
 * The monitors of 13 CCR 1968.2 and UN R83 annex 11 that are named here, in the order in which a code of two of them is
 * counted. Codes that SAE defines and that are in none of these ranges do not concern emissions: drive train, supply,
 * control unit, network, body and chassis.
 */
const reasonsInOrder = {
  misfire: { functions: ['misfire'], codes: 'P0315' },
  egr: { functions: ['egr'], codes: '' },
  'particle filter': { functions: ['particle filter'], codes: 'U02A1-U02A2' },
  // Catalyst efficiency of SCR and of NOx adsorbers is theirs, not the three-way catalyst's.
  nox: { functions: ['nox', 'adblue'], codes: 'U010E U029D-U029E' },
  catalyst: { functions: ['catalyst'], codes: '' },
  // Lambda control is watched by its sensors and by the fuel trim that it arrives at.
  lambda: { functions: ['oxygen sensor'], codes: 'P0170-P0175 P2177-P2180 P2187-P2194' },
  evap: { functions: ['evap'], codes: '' },
  'secondary air': { functions: ['secondary air'], codes: '' },
  'exhaust temperature sensor': { functions: ['exhaust temperature'], codes: '' },
  'exhaust pressure sensor': { functions: [], codes: 'P0470-P0474 P047A-P047E' },
  'air sensor': { functions: ['air flow sensor', 'manifold pressure'], codes: '' },
  'crankshaft sensor': { functions: [], codes: 'P0335-P0349 P0365-P0369 P0385-P0394' },
  'emission control': { functions: [], codes: 'P1400-P1499' },
  unknown: { functions: [], codes: '' },
} satisfies Record<string, Rule>;

export const emissionReasons = Object.keys(reasonsInOrder) as readonly EmissionReason[];

const rules = Object.entries(reasonsInOrder).map(([reason, { functions, codes }]) => ({
  reason: reason as EmissionReason,
  functions: functions as readonly DtcFunction[],
  words: codes === '' ? new Set<number>() : readRanges(codes),
}));

/**
 * Makers use their own codes by the groups of SAE J2012: P10 to P12 and P30 to P32 fuel and air, P13 and P33 ignition,
 * P14 auxiliary emission controls, P15 to P19 speed, idle, control unit and gearbox.
 */
const mayConcernEmissions = /^P(?:1[0-3]|3[0-3])/;

/**
 * Why switching the code off can hide higher emissions; null: it cannot. `sameEntry` are the other codes of the same
 * fault path: they watch the same part, so they reveal the purpose of a code of unknown meaning.
 */
export function emissionReasonOf(code: string, sameEntry: readonly string[] = []): EmissionReason | null {
  const own = reasonOfCode(code);
  if (own !== 'unknown') return own;
  const others = sameEntry.map(reasonOfCode).filter((reason) => reason !== 'unknown');
  return others.length === 0 ? 'unknown' : (others.find((reason) => reason !== null) ?? null);
}

function reasonOfCode(code: string): EmissionReason | null {
  const word = wordOfCode(code);
  if (word === null) return 'unknown';
  const watched = functionsOf(code);
  const rule = rules.find(({ functions, words }) => words.has(word) || functions.some((one) => watched.includes(one)));
  if (rule !== undefined) return rule.reason;
  return whoDefines(code) === 'maker' && mayConcernEmissions.test(code) ? 'unknown' : null;
}
