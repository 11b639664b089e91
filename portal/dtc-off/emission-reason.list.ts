import { textKey } from '../texts.ts';

/**
 * Why a code falls under the rules for emission codes, as `emissionReasonOf` of the library finds it: a short name for
 * lists and the sentence behind it. The signed proof has only the name of the reason.
 */
export const EMISSION_REASONS = [
  {
    reason: 'misfire',
    name: textKey('dtc-off.misfire'),
    sentence: textKey('dtc-off.detectsMisfiresWhichRaiseEmissions'),
  },
  { reason: 'egr', name: textKey('dtc-off.egr'), sentence: textKey('dtc-off.monitorsExhaustGasRecirculationEgr') },
  {
    reason: 'particle filter',
    name: textKey('dtc-off.particleFilter'),
    sentence: textKey('dtc-off.monitorsParticleFilterDpfGpf'),
  },
  { reason: 'nox', name: textKey('dtc-off.noxScr'), sentence: textKey('dtc-off.monitorsNOxReductionNOxSensors') },
  { reason: 'catalyst', name: textKey('dtc-off.catalyst'), sentence: textKey('dtc-off.monitorsCatalyst') },
  {
    reason: 'lambda',
    name: textKey('dtc-off.lambdaControl'),
    sentence: textKey('dtc-off.monitorsLambdaControlOxygenSensors'),
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
    sentence: textKey('dtc-off.monitorsExhaustTemperatureSensorWhich'),
  },
  {
    reason: 'exhaust pressure sensor',
    name: textKey('dtc-off.exhaustPressure'),
    sentence: textKey('dtc-off.monitorsExhaustPressureSensorWhich'),
  },
  {
    reason: 'air sensor',
    name: textKey('dtc-off.airMassPressure'),
    sentence: textKey('dtc-off.monitorsAirMassManifoldPressure'),
  },
  {
    reason: 'crankshaft sensor',
    name: textKey('dtc-off.crankshaftCamshaft'),
    sentence: textKey('dtc-off.monitorsCrankshaftCamshaftSensorWhich'),
  },
  {
    reason: 'emission control',
    name: textKey('dtc-off.emissionControlMaker'),
    sentence: textKey('dtc-off.codeVehicleMakerRangeSae'),
  },
  {
    reason: 'unknown',
    name: textKey('dtc-off.meaningNotPublic'),
    sentence: textKey('dtc-off.vehicleMakerNotPublishedWhat'),
  },
] as const;
