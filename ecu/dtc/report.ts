import { foldLookAlikes } from './look-alikes.ts';
import { endWithState, findCodes, findHexWords } from './report-codes.ts';
import { findInLines, makerNumber } from './report-lines.ts';
import { blankOut, findLookingLikeCodes, listWords, MAX_DOUBTS } from './report-rest.ts';
import { MAX_HITS, NOT_IN_WORD, WORD_ENDS, type Hit, type Known, type ReportedCode } from './reported-code.ts';

export type { ReportedCode };

/** The trouble codes of a pasted text or an order. What looks like a code is in one of the two lists. */
export type Report = {
  /** In the order in which they are written, each once. */
  codes: ReportedCode[];
  /** What looks like a code and could not be read, as written; a range of too many codes, too. */
  notUnderstood: string[];
  /** All other words, for a check that accounts for a whole order. */
  otherWords: string[];
};

/** No tester writes more; anything beyond this is not read. */
export const reportLimit = 2_000_000;
const MAX_CODES = 1000;

/** Four to six hexadecimal digits, of which at least one is a letter and at least one is not. */
const mixedNumber = new RegExp(`${NOT_IN_WORD}(?=[A-F]{0,5}[0-9])(?=[0-9]{0,5}[A-F])[0-9A-F]{4,6}${WORD_ENDS}`, 'gi');

const noNumbers: ReadonlySet<string> = new Set();

/**
 * Reads every trouble code of a text. Letters that look like those of a code count as them, ranges and lists are
 * written out. Numbers without a letter count as codes only where nothing else is likely: in a line shaped like a
 * tester's, next to their P code, or in a list of nothing but codes. `own` are the maker's numbers of the file that
 * the report is for, `words` the words of its table in four digits or more, both in capitals: those need less context.
 */
export function readReport(
  whole: string,
  own: ReadonlySet<string> = noNumbers,
  words: ReadonlySet<string> = noNumbers,
): Report {
  const { text, written } = foldLookAlikes(whole.slice(0, reportLimit));
  const known: Known = { own, words };
  const { hits: spelled, doubts } = findCodes(text, own);
  const isSpelled = placesIn(spelled);
  const others = [findHexWords(text, known), findInLines(text, known), findOwn(text, own)]
    .flatMap(takeHits)
    .filter(({ at }) => !isSpelled(at));
  const hits = [...spelled, ...others].sort((one, other) => one.at - other.at);
  const places = hits.map(({ at, end }) => ({ at, end: endWithState(text, end) }));
  const rest = blankOut(
    text,
    [...places, ...doubts].sort((one, other) => one.at - other.at),
  );
  const codes = new Map<string, ReportedCode>();
  for (const hit of hits) {
    const key = hit.code ?? `number ${hit.number}`;
    if (!codes.has(key)) codes.set(key, toReportedCode(hit, written));
  }
  const unread = [...doubts, ...findLookingLikeCodes(rest, new Set(hits.map(({ code }) => code)))].sort(
    (one, other) => one.at - other.at,
  );
  const notUnderstood = [...new Set(unread.map(({ at, end }) => written(at, end).asWritten))];
  const isCut = notUnderstood.length > MAX_DOUBTS || codes.size > MAX_CODES;
  return {
    codes: [...codes.values()].slice(0, MAX_CODES),
    notUnderstood: [...notUnderstood.slice(0, MAX_DOUBTS), ...(isCut ? ['…'] : [])],
    otherWords: listWords(blankOut(rest, unread)),
  };
}

/** Hits of a range are named after their code, because nothing in the text is spelled like it. */
function toReportedCode(hit: Hit, written: ReturnType<typeof foldLookAlikes>['written']): ReportedCode {
  const { at, end, ...reported } = hit;
  const { offset, asWritten } = written(at, end);
  return { ...reported, asWritten: hit.kind === 'in a range' ? (hit.code ?? asWritten) : asWritten, offset };
}

/** In "U0100, 0101" the number is a code of the list, whatever else it could name. */
function placesIn(hits: readonly Hit[]): (at: number) => boolean {
  const taken = new Set(hits.map(({ at }) => at));
  return (at) => taken.has(at);
}

function takeHits(found: Iterable<Hit>): Hit[] {
  const taken: Hit[] = [];
  for (const hit of found) {
    taken.push(hit);
    if (taken.length === MAX_HITS) break;
  }
  return taken;
}

/** Finds numbers of the file that are not ordinary numbers or words, wherever they occur: 4A7D. */
function* findOwn(text: string, own: ReadonlySet<string>): Generator<Hit> {
  if (own.size === 0) return;
  for (const match of text.matchAll(mixedNumber)) {
    if (own.has(match[0].toUpperCase())) yield makerNumber(match[0], match[0], match.index);
  }
}

/** Reads the codes of a text by name, those without one by the maker's number, and what was not understood. */
export function readCodeNames(text: string): { codes: string[]; notUnderstood: string[] } {
  const { codes, notUnderstood } = readReport(text);
  return { codes: codes.flatMap(({ code, number }) => code ?? number ?? []), notUnderstood };
}
