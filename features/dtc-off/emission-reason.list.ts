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
