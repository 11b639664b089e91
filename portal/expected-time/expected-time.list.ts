/** With fewer orders nothing is expected of the next one. */
export const FEWEST_ORDERS = 20;
