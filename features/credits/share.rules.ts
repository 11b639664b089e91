export interface Balances {
  ai: number;
  main: number;
}

/** Returns what each balance pays: AI first, the rest from MAIN; null when both are not enough. In any one unit. */
export function shareOfBalances(balances: Balances, price: number): Balances | null {
  const ai = Math.min(Math.max(0, balances.ai), price);
  const main = price - ai;
  return main === 0 || balances.main >= main ? { ai, main } : null;
}
