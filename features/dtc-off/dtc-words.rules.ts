import { textKey } from '../../contract/texts.ts';

/**
 * Why a code falls under the emission rules, as the library's `findEmissionReason` finds it: a short name for lists and
 * the sentence behind it. The signed proof contains only the name of the reason.
 */
export const EMISSION_REASONS = [
  {
    reason: 'misfire',
    name: textKey('dtc-off.reason.misfire'),
    sentence: textKey('dtc-off.reason.misfireHint'),
  },
  { reason: 'egr', name: textKey('dtc-off.reason.egr'), sentence: textKey('dtc-off.reason.egrHint') },
  {
    reason: 'particle filter',
    name: textKey('dtc-off.reason.particleFilter'),
    sentence: textKey('dtc-off.reason.particleFilterHint'),
  },
  { reason: 'nox', name: textKey('dtc-off.reason.nox'), sentence: textKey('dtc-off.reason.noxHint') },
  { reason: 'catalyst', name: textKey('dtc-off.reason.catalyst'), sentence: textKey('dtc-off.reason.catalystHint') },
  {
    reason: 'lambda',
    name: textKey('dtc-off.reason.lambda'),
    sentence: textKey('dtc-off.reason.lambdaHint'),
  },
  { reason: 'evap', name: textKey('dtc-off.reason.evap'), sentence: textKey('dtc-off.reason.evapHint') },
  {
    reason: 'secondary air',
    name: textKey('dtc-off.reason.secondaryAir'),
    sentence: textKey('dtc-off.reason.secondaryAirHint'),
  },
  {
    reason: 'exhaust temperature sensor',
    name: textKey('dtc-off.reason.exhaustTemperature'),
    sentence: textKey('dtc-off.reason.exhaustTemperatureHint'),
  },
  {
    reason: 'exhaust pressure sensor',
    name: textKey('dtc-off.reason.exhaustPressure'),
    sentence: textKey('dtc-off.reason.exhaustPressureHint'),
  },
  {
    reason: 'air sensor',
    name: textKey('dtc-off.reason.airMass'),
    sentence: textKey('dtc-off.reason.airMassHint'),
  },
  {
    reason: 'crankshaft sensor',
    name: textKey('dtc-off.reason.crankshaft'),
    sentence: textKey('dtc-off.reason.crankshaftHint'),
  },
  {
    reason: 'emission control',
    name: textKey('dtc-off.reason.makerCode'),
    sentence: textKey('dtc-off.reason.makerCodeHint'),
  },
  {
    reason: 'unknown',
    name: textKey('dtc-off.reason.unknown'),
    sentence: textKey('dtc-off.reason.unknownHint'),
  },
] as const;

/**
 * Purposes that a changed file may have when an emission code is switched off. The customer chooses one and is
 * responsible for it; it is recorded in the proof and in the operator's record.
 */
export const DECLARED_USES = [
  { use: 'COMPETITION', sentence: textKey('dtc-off.use.competition') },
  { use: 'OFF_ROAD', sentence: textKey('dtc-off.use.offRoad') },
  { use: 'TEST_BENCH', sentence: textKey('dtc-off.use.testBench') },
  { use: 'PERMITTED', sentence: textKey('dtc-off.use.permitted') },
] as const;

/**
 * Where the meaning shown for a code comes from: a short name for the list and the sentence behind it. The screen
 * translates both.
 */
export const DESCRIPTION_SOURCES = [
  {
    source: 'standard',
    name: textKey('dtc-off.source.standard'),
    sentence: textKey('dtc-off.source.standardHint'),
  },
  {
    source: 'manufacturer',
    name: textKey('dtc-off.source.manufacturer'),
    sentence: textKey('dtc-off.source.manufacturerHint'),
  },
  {
    source: 'same entry',
    name: textKey('dtc-off.source.sameEntry'),
    sentence: textKey('dtc-off.source.sameEntryHint'),
  },
  {
    source: 'operator',
    name: textKey('dtc-off.source.operator'),
    sentence: textKey('dtc-off.source.operatorHint'),
  },
] as const;
