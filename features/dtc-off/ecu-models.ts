/**
 * Control units whose codes can be switched off, by the family that reads them, with the cars in which they were seen:
 * in files of the bench or in published definitions. The family's manufacturer comes from the library.
 */
export const ECU_MODELS: readonly { family: string; cars: Readonly<Record<string, readonly string[]>> }[] = [
  { family: 'bmw-me7', cars: { BMW: ['ME7.2'] } },
  { family: 'denso-sh', cars: { MAZDA: ['SH7055'] } },
  {
    family: 'edc15',
    cars: {
      'ALFA ROMEO': ['EDC15'],
      AUDI: ['EDC15VM+'],
      BMW: ['EDC15C4'],
      VOLKSWAGEN: ['EDC15P+', 'EDC15VM+'],
    },
  },
  {
    family: 'edc16',
    cars: {
      'ALFA ROMEO': ['EDC16C39', 'EDC16C8'],
      AUDI: ['EDC16', 'EDC16CP34', 'EDC16U34'],
      BMW: ['EDC16C31', 'EDC16C35', 'EDC16CP35'],
      CITROEN: ['EDC16C34'],
      OPEL: ['EDC16C36', 'EDC16C39', 'EDC16C9', 'EDC16CP33'],
      PEUGEOT: ['EDC16C34', 'EDC16CP39'],
      SEAT: ['EDC16'],
      SKODA: ['EDC16'],
      VOLKSWAGEN: ['EDC16U1', 'EDC16U31', 'EDC16U34'],
    },
  },
  {
    family: 'edc17',
    cars: {
      AUDI: ['EDC17C46', 'EDC17CP04', 'EDC17CP14'],
      BMW: ['EDC17C06', 'EDC17C50', 'EDC17CP02'],
      SEAT: ['EDC17CP14', 'EDC17U01'],
      VOLKSWAGEN: ['EDC17CP14'],
    },
  },
  { family: 'gm-e38', cars: { GM: ['E38', 'E67'] } },
  { family: 'gm-e54', cars: { GM: ['E54'] } },
  { family: 'gm-e78', cars: { GM: ['E78'] } },
  { family: 'gm-p01', cars: { GM: ['P01', 'P59'] } },
  { family: 'gm-p04', cars: { GM: ['P04'] } },
  {
    family: 'me7',
    cars: {
      'ALFA ROMEO': ['ME7.3.1', 'MED7.1.1'],
      AUDI: ['ME7.1', 'ME7.1.1', 'ME7.5', 'MED7.1.1'],
      SEAT: ['ME7.1', 'ME7.5', 'ME7.5.10'],
      SKODA: ['ME7.1', 'ME7.5', 'ME7.5.10'],
      VOLKSWAGEN: ['ME7.1', 'ME7.1.1', 'ME7.5', 'ME7.5.10'],
    },
  },
  {
    family: 'med17',
    cars: { AUDI: ['MED17.5'], BMW: ['MEVD17.2'], SEAT: ['MED17'], VOLKSWAGEN: ['MED17.5.5', 'MED17.5.20'] },
  },
  {
    family: 'med9',
    cars: {
      AUDI: ['MED91', 'MED911', 'MED9510'],
      SEAT: ['MED91'],
      SKODA: ['MED91', 'MED9510'],
      VOLKSWAGEN: ['MED91', 'MED9510'],
    },
  },
  { family: 'msd80', cars: { BMW: ['MSD80', 'MSD81', 'MSD85'] } },
  { family: 'mss54', cars: { BMW: ['MSS52', 'MSS54', 'MSS54HP'] } },
  { family: 'sid803', cars: { CITROEN: ['SID803'], PEUGEOT: ['SID803'] } },
  { family: 'volvo-me7', cars: { VOLVO: ['ME7.0', 'ME7.0.1'] } },
];

/** The name that calls use for a control unit, such as BOSCH_EDC16C39. */
export const spellEcuId = (maker: string, model: string): string =>
  `${maker.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}_${model.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
