import { codeOfWord } from '../dtc/spelling.ts';

/** Lists every trouble code that a word of 16 bits can stand for, except that of the word 0. */
export const everyCode = (): string[] => Array.from({ length: 0xffff }, (_, index) => codeOfWord(index + 1) ?? '');
