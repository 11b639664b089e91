import { STANDARD_SOLUTIONS, drawingOf, findPlace } from '../../../features/catalogue/standard-solutions.ts';

/** The prices of the demo world's shop, by code of the solution. */
const PRICES: Readonly<Record<string, number>> = {
  ST1: 60,
  ST2: 80,
  ST3: 120,
  ECO: 60,
  TCU: 90,
  POP: 40,
  TRK: 150,
  TRC: 130,
  DTC: 10,
  DPF: 40,
  EGR: 30,
  SCR: 60,
  LAM: 25,
  SWF: 25,
  STS: 15,
  VMX: 20,
  MAF: 25,
  TVA: 25,
  IMO: 50,
  LCH: 45,
  HCL: 30,
  CST: 20,
  HST: 20,
  RDY: 35,
  KDN: 20,
  SPD: 25,
};

/** The catalogue for a portal that has none of its own. */
export const SOLUTIONS = STANDARD_SOLUTIONS.map((solution) => {
  const { name, code, type } = solution;
  return {
    name,
    code,
    type,
    credits: PRICES[code] ?? 0,
    order_no: findPlace(solution),
    image_url: drawingOf(solution),
  };
});
