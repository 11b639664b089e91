const MAX_CHARACTERS = 40;

/** Control characters, and those that are invisible or change the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Every dot that a mail program, or a parser of web addresses, treats as one. */
const DOTS = /[.\u2024\u3002\uFE52\uFF0E\uFF61]+(?=\S)/gu;
/** Extensions of ECU files and attachments that are not top-level domains (.zip and .mov are). */
const FILE_DOT = /·(?=(?:bin|ori|mod|hex|frf|sgo|s19|dat|txt|csv|log|pdf|png|jpe?g|gif|webp)$)/iu;

/**
 * Formats an entered name for a mail: one short line in which no mail program finds an address to link, since a
 * stranger may have entered it to get a text of their own sent to another user.
 */
export function nameInMail(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[@:/\\]+/gu, ' ')
    .replace(DOTS, '·')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(new Intl.Segmenter('en').segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_CHARACTERS) return line.replace(FILE_DOT, '.');
  // A cut ending could be a domain (.jp of .jpg): its dot is not restored, and a dot at the cut is removed.
  const cut = characters.slice(0, MAX_CHARACTERS - 1).join('');
  return `${cut.replace(/[\s.]+$/u, '')}…`;
}
