/** Characters that turn the direction of the text after them, and control characters other than tabs and line breaks. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/** Only characters that nothing is drawn for; U+2800 is a blank of Braille. */
const NOTHING_VISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Trims the text of a person and removes what would turn other texts around; empty if nothing of it can be seen.
 * Joiners inside words and emoji stay.
 */
export function visibleText(text: string): string {
  const clean = text.replace(TURNING, '').trim();
  return NOTHING_VISIBLE.test(clean) ? '' : clean;
}
