/** The ids in one test file's titles; the rows of a table count when the title has a place for them. */
export function titlesOf(source: string): string[] {
  const code = withoutComments(source);
  const titles: string[] = [];
  for (const call of code.matchAll(/(?<![\w.$])(?:test|it|describe)((?:\.\w+)*)(?:<[^;]*?>)?\s*(?=\()/g)) {
    const modifiers = call[1] ?? '';
    if (/\.(skip|todo)\b/.test(modifiers)) continue;
    const first = insideBrackets(code, call.index + call[0].length);
    if (!/\.(each|for)\b/.test(modifiers)) {
      titles.push(firstText(first.text));
      continue;
    }
    const opening = code.indexOf('(', first.end);
    const title = firstText(insideBrackets(code, opening).text);
    titles.push(/[%$]/.test(title) ? `${title} ${tableOf(first.text, code)}` : title);
  }
  return titles;
}

/** A table that has a name is looked up where it is declared in the same file. */
function tableOf(argument: string, code: string): string {
  const name = /^\s*([\w$]+)/.exec(argument)?.[1];
  if (name === undefined) return argument;
  const declared = new RegExp(`\\bconst ${name.replace('$', '\\$')}\\b[^=]*=\\s*`).exec(code);
  if (declared === null) return argument;
  const opening = code.slice(declared.index + declared[0].length).search(/[[{(]/);
  return insideBrackets(code, declared.index + declared[0].length + opening).text;
}

/** The text between the bracket at this place and the one that closes it. */
function insideBrackets(code: string, opening: number): { text: string; end: number } {
  let depth = 0;
  for (let at = opening; at < code.length; at += 1) {
    const sign = code[at] as string;
    if (`'"\``.includes(sign)) at = endOfText(code, at);
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return { text: code.slice(opening + 1, at), end: at + 1 };
  }
  return { text: code.slice(opening + 1), end: code.length };
}

function endOfText(code: string, opening: number): number {
  const quote = code[opening];
  let at = opening + 1;
  while (at < code.length && code[at] !== quote) at += code[at] === '\\' ? 2 : 1;
  return at;
}

function firstText(text: string): string {
  const opening = text.search(/['"`]/);
  return opening < 0 || text.slice(0, opening).trim() !== '' ? '' : text.slice(opening + 1, endOfText(text, opening));
}

/** What a comment names is not shown by any test. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/.*|\/\*[^]*?\*\/)/gm, '');
}

const RANGE = /\b([ACX]-[A-Z]{2,4})-([A-Z]?)(\d{2})(?:\s*(?:\.\.\.?|–|to)\s*(?:\1-)?\2(\d{2})\b)?/g;

/** Every id that a title names; `C-UPL-01..04` and `C-UPL-01 to 04` (or `to C-UPL-04`) are four. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(RANGE)].flatMap(([, prefix, suffix, from, to]) => {
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    return Array.from(
      { length: Math.max(1, last - first + 1) },
      (_, step) => `${prefix}-${suffix}${String(first + step).padStart(2, '0')}`,
    );
  });
}
