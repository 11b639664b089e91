/** Control characters, and those that are invisible or reverse a line: one name could pass for another. */
// oxlint-disable-next-line no-misleading-character-class -- a set of single characters
const INVISIBLE = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

export const withoutInvisible = (name: string): string => name.replace(INVISIBLE, '');
