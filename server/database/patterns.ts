/** For `like`: what somebody typed, where a `%` is a percent sign. */
const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

export const containing = (text: string): string => `%${literally(text)}%`;
export const startingWith = (text: string): string => `${literally(text)}%`;
