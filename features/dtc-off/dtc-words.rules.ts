import { textKey } from '../../contract/texts.ts';

/**
 * Why a code falls under the emission rules, as the library's `emissionReasonOf` finds it: a short name for lists and
 * the sentence behind it. The signed proof contains only the name of the reason.
 */
export const EMISSION_REASONS = [
  {
    reason: 'misfire',
    name: textKey('dtc-off.misfire'),
    sentence: textKey('dtc-off.reasonMisfire'),
  },
  { reason: 'egr', name: textKey('dtc-off.egr'), sentence: textKey('dtc-off.monitorsExhaustGasRecirculationEgr') },
  {
    reason: 'particle filter',
    name: textKey('dtc-off.particleFilter'),
    sentence: textKey('dtc-off.monitorsParticleFilterDpfGpf'),
  },
  { reason: 'nox', name: textKey('dtc-off.noxScr'), sentence: textKey('dtc-off.reasonNOx') },
  { reason: 'catalyst', name: textKey('dtc-off.catalyst'), sentence: textKey('dtc-off.monitorsCatalyst') },
  {
    reason: 'lambda',
    name: textKey('dtc-off.lambdaControl'),
    sentence: textKey('dtc-off.reasonLambda'),
  },
  { reason: 'evap', name: textKey('dtc-off.evap'), sentence: textKey('dtc-off.monitorsEvaporativeEmissionSystemEvap') },
  {
    reason: 'secondary air',
    name: textKey('dtc-off.secondaryAir'),
    sentence: textKey('dtc-off.monitorsSecondaryAirInjection'),
  },
  {
    reason: 'exhaust temperature sensor',
    name: textKey('dtc-off.exhaustTemperature'),
    sentence: textKey('dtc-off.reasonExhaustTemperature'),
  },
  {
    reason: 'exhaust pressure sensor',
    name: textKey('dtc-off.exhaustPressure'),
    sentence: textKey('dtc-off.reasonExhaustPressure'),
  },
  {
    reason: 'air sensor',
    name: textKey('dtc-off.airMassPressure'),
    sentence: textKey('dtc-off.reasonAirMass'),
  },
  {
    reason: 'crankshaft sensor',
    name: textKey('dtc-off.crankshaftCamshaft'),
    sentence: textKey('dtc-off.reasonCrankshaft'),
  },
  {
    reason: 'emission control',
    name: textKey('dtc-off.emissionControlMaker'),
    sentence: textKey('dtc-off.makerCodeInSaeRange'),
  },
  {
    reason: 'unknown',
    name: textKey('dtc-off.meaningNotPublic'),
    sentence: textKey('dtc-off.meaningNotPublished'),
  },
] as const;

/**
 * Purposes that a changed file may have when an emission code is switched off. The customer chooses one and is
 * responsible for it; it is recorded in the proof and in the operator's record.
 */
export const DECLARED_USES = [
  { use: 'COMPETITION', sentence: textKey('dtc-off.useMotorsport') },
  { use: 'OFF_ROAD', sentence: textKey('dtc-off.useOffPublicRoads') },
  { use: 'TEST_BENCH', sentence: textKey('dtc-off.useDiagnosis') },
  { use: 'PERMITTED', sentence: textKey('dtc-off.useWherePermitted') },
] as const;

/**
 * Where the meaning shown for a code comes from: a short name for the list and the sentence behind it. The screen
 * translates both.
 */
export const DESCRIPTION_SOURCES = [
  {
    source: 'standard',
    name: textKey('dtc-off.describedByStandard'),
    sentence: textKey('dtc-off.standardDefinesCode'),
  },
  {
    source: 'manufacturer',
    name: textKey('dtc-off.describedByManufacturer'),
    sentence: textKey('dtc-off.makerDefinesCode'),
  },
  {
    source: 'same entry',
    name: textKey('dtc-off.describedBySameEntry'),
    sentence: textKey('dtc-off.meaningByFaultPath'),
  },
  {
    source: 'operator',
    name: textKey('dtc-off.describedByOperator'),
    sentence: textKey('dtc-off.operatorDescribesCode'),
  },
] as const;
