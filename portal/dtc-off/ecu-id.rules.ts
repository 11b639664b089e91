/** BOSCH_EDC16C39: what calls name a control unit by. */
export const spellEcuId = (maker: string, model: string): string =>
  `${maker.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}_${model.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
