/** From 1 to 5 o'clock in the server's time zone. */
const [NIGHT_BEGINS, NIGHT_ENDS] = [1, 5];

export const isNight = (now: Date): boolean => now.getHours() >= NIGHT_BEGINS && now.getHours() < NIGHT_ENDS;
