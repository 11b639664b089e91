/** With fewer past orders, no time is expected for the next one. */
export const FEWEST_ORDERS = 20;
