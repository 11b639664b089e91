/** From 1 to 5 o'clock in the server's time zone. */
const [NIGHT_START_HOUR, NIGHT_END_HOUR] = [1, 5];

export const isNightHour = (now: Date): boolean =>
  now.getHours() >= NIGHT_START_HOUR && now.getHours() < NIGHT_END_HOUR;
