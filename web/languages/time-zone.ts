/** As the reader's computer is set, such as Europe/Skopje. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
