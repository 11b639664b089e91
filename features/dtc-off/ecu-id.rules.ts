/** The name that calls use for a control unit, such as BOSCH_EDC16C39. */
export const spellEcuId = (maker: string, model: string): string =>
  `${maker.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}_${model.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
