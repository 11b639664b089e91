/** Returns the time zone of the reader's computer, such as Europe/Skopje. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
