/** The server's only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/**
 * The clock of this machine. The portal itself uses the database's (database/database-clock.ts), which stamps the rows.
 */
export const systemClock: Clock = { now: () => new Date() };
