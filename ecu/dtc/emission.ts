import { readRanges } from './code-ranges.ts';
import { wordOfCode } from './spelling.ts';

/**
 * The codes that are known not to concern emissions. SAE J2012 sorts codes: P00 to P02 and P20 to P22 are fuel and
 * air, P03 and P23 ignition and misfire, P04 and P24 auxiliary emission controls (EGR, catalyst, evap, secondary air,
 * filter, NOx), P05 and P25 speed, idle and inputs, P06 and P26 the control unit itself, P07 to P09, P27 and P28 the
 * gearbox, P0A and on the hybrid drive. The law (13 CCR 1968.2, UN R83 annex 11) counts every part whose fault can
 * raise emissions or that another check relies on, gearbox and control unit included. So every other P and U code
 * concerns emissions, a maker's own ones too: a wrong "no" is worse than a wrong "yes". The brake switches P0571 to
 * P0573 are read by others.
 */
const rangesWithoutEmissions = {
  'immobiliser and its key': 'P0513 P0633',
  'oil pressure': 'P0520-P0524',
  'air conditioning': 'P0530-P0534 P0645-P0648',
  'power steering': 'P0550-P0554',
  'cruise control': 'P0564-P0570 P0574-P0580',
  'starter and generator': 'P0615-P0617 P0620-P0626',
  'vehicle identification number': 'P0630',
  'body and chassis, by their letter': 'B0000-B3FFF C0000-C3FFF',
  'control units of the body that do not answer': 'U0140-U019F',
};

const withoutEmissions = readRanges(Object.values(rangesWithoutEmissions).join(' '));

/** Whether switching the code off can hide higher emissions. True where that is not known, and for what is no code. */
export function isEmissionRelevant(code: string): boolean {
  const word = wordOfCode(code);
  return word === null || !withoutEmissions.has(word);
}
