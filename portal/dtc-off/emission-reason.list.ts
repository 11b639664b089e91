/**
 * Why a code falls under the rules for emission codes, as `emissionReasonOf` of the library finds it: a short name for
 * lists and the sentence behind it. The screen translates both; the proof has them in English.
 */
export const EMISSION_REASONS = [
  {
    reason: 'misfire',
    name: 'Misfire',
    sentence: 'It detects misfires, which raise emissions and destroy the catalyst.',
  },
  { reason: 'egr', name: 'EGR', sentence: 'It monitors exhaust gas recirculation (EGR).' },
  { reason: 'particle filter', name: 'Particle filter', sentence: 'It monitors the particle filter (DPF, GPF).' },
  { reason: 'nox', name: 'NOx and SCR', sentence: 'It monitors NOx reduction: NOx sensors, SCR, AdBlue.' },
  { reason: 'catalyst', name: 'Catalyst', sentence: 'It monitors the catalyst.' },
  { reason: 'lambda', name: 'Lambda control', sentence: 'It monitors lambda control: oxygen sensors or fuel trim.' },
  { reason: 'evap', name: 'EVAP', sentence: 'It monitors the evaporative emission system (EVAP).' },
  { reason: 'secondary air', name: 'Secondary air', sentence: 'It monitors secondary air injection.' },
  {
    reason: 'exhaust temperature sensor',
    name: 'Exhaust temperature',
    sentence: 'It monitors an exhaust temperature sensor, which catalyst, particle filter and SCR rely on.',
  },
  {
    reason: 'exhaust pressure sensor',
    name: 'Exhaust pressure',
    sentence: 'It monitors an exhaust pressure sensor, which particle filter and EGR rely on.',
  },
  {
    reason: 'air sensor',
    name: 'Air mass and pressure',
    sentence: 'It monitors the air mass or manifold pressure sensor, which EGR monitoring relies on.',
  },
  {
    reason: 'crankshaft sensor',
    name: 'Crankshaft and camshaft',
    sentence: 'It monitors a crankshaft or camshaft sensor, which misfire detection relies on.',
  },
  {
    reason: 'emission control',
    name: 'Emission control of the maker',
    sentence: 'It is a code of the vehicle maker in the range that SAE J2012 reserves for emission controls.',
  },
  {
    reason: 'unknown',
    name: 'Meaning not public',
    sentence:
      'The vehicle maker has not published what this code monitors, so the rules for emission codes apply to it.',
  },
] as const;
