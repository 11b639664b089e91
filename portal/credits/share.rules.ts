export interface Balances {
  ai: number;
  main: number;
}

/** What each balance pays: AI first, the rest from MAIN. Null: together they cannot. Any one unit. */
export function shareOfBalances(balances: Balances, price: number): Balances | null {
  const ai = Math.min(Math.max(0, balances.ai), price);
  const main = price - ai;
  return main === 0 || balances.main >= main ? { ai, main } : null;
}
