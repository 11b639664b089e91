/** The only place the server asks for the time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** Of this machine. The portal itself has the database's (database/database-clock.ts), which stamps the rows. */
export const systemClock: Clock = { now: () => new Date() };
