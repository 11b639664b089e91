/** A conversion as a definition writes it, compiled: no text of a file is ever run as a program. */
export type Formula = {
  text: string;
  /** Returns null where it has no finite value, for example when it divides by zero. */
  compute: (raw: number) => number | null;
};

const MAX_LENGTH = 1000;
const MAX_DEPTH = 40;

type Term = (raw: number) => number;

/** Functions of TunerPro, RomRaider and ASAP2 that depend on their arguments alone. Angles are in radians. */
const FUNCTIONS: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log,
  log10: Math.log10,
  max: Math.max,
  min: Math.min,
  mod: (value, by) => value % (by ?? NaN),
  pow: (base, power) => base ** (power ?? NaN),
  round: Math.round,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

const TOKEN = /\s*(?:(0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|([a-z_]\w*)|(<<|>>|[-+*/%^&|(),]))/iy;

/**
 * Reads a formula of one variable, such as `X*0.75-48`. Knows the four operations, remainder, powers (`^`), shifts, `&`
 * and `|`, parentheses and the functions of one table. null: it is something else (another variable, a reference to
 * another cell, a condition), and the stored numbers are all that can be compared.
 *
 * @param text as the definition writes it; a comma between two digits is a decimal sign unless a function is called
 * @param variable its name, in any case
 */
export function parseFormula(text: string, variable: string): Formula | null {
  if (text.length > MAX_LENGTH) return null;
  const spelled = /[a-z]\w*\s*\(/i.test(text) ? text : text.replaceAll(/(\d),(\d)/g, '$1.$2');
  const tokens = tokenise(spelled.trim().replace(/^=/, ''));
  if (tokens === null || tokens.length === 0) return null;
  const reader = new Reader(tokens, variable.toLowerCase());
  const term = reader.readExpression(0);
  if (term === null || !reader.isAtEnd) return null;
  return {
    text,
    compute: (raw) => {
      const value = term(raw);
      return Number.isFinite(value) ? value : null;
    },
  };
}

/** The formula that leaves a number as it is stored. */
export const asStored: Formula = { text: 'x', compute: (raw) => (Number.isFinite(raw) ? raw : null) };

/** `raw * factor + offset`, as map lists and linear conversions write it. */
export const linearFormula = (factor: number, offset: number): Formula => ({
  text: `x*${factor}+${offset}`,
  compute: (raw) => {
    const value = raw * factor + offset;
    return Number.isFinite(value) ? value : null;
  },
});

function tokenise(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return null;
    tokens.push(found[0].trim().toLowerCase());
  }
  return tokens;
}

/** Operators by rank, the weakest first; all but the power bind to the left. */
const OPERATORS: readonly Record<string, (left: number, right: number) => number>[] = [
  { '|': (left, right) => left | right },
  { '&': (left, right) => left & right },
  { '<<': (left, right) => left * 2 ** right, '>>': (left, right) => Math.floor(left / 2 ** right) },
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  { '*': (left, right) => left * right, '/': (left, right) => left / right, '%': (left, right) => left % right },
];

class Reader {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly string[];
  readonly #variable: string;

  constructor(tokens: readonly string[], variable: string) {
    this.#tokens = tokens;
    this.#variable = variable;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  readExpression(rank: number): Term | null {
    const operators = OPERATORS[rank];
    if (operators === undefined) return this.#readSigned();
    let left = this.readExpression(rank + 1);
    while (left !== null && Object.hasOwn(operators, this.#next)) {
      const operate = operators[this.#take()] as (left: number, right: number) => number;
      const [first, second] = [left, this.readExpression(rank + 1)];
      left = second && ((raw) => operate(first(raw), second(raw)));
    }
    return left;
  }

  get #next(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #take(): string {
    this.#at += 1;
    return this.#tokens[this.#at - 1] ?? '';
  }

  #readSigned(): Term | null {
    if (this.#next !== '-' && this.#next !== '+') return this.#readPower();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) return null;
    const isNegative = this.#take() === '-';
    const term = this.#readSigned();
    this.#depth -= 1;
    return isNegative ? term && ((raw) => -term(raw)) : term;
  }

  #readPower(): Term | null {
    const base = this.#readValue();
    if (base === null || this.#next !== '^') return base;
    this.#take();
    const power = this.#readSigned();
    return power && ((raw) => base(raw) ** power(raw));
  }

  #readValue(): Term | null {
    const token = this.#take();
    if (token === '(') {
      const [inner] = this.#readArguments(1) ?? [];
      return inner ?? null;
    }
    if (token === this.#variable) return (raw) => raw;
    if (/^[\d.]/.test(token)) {
      const value = Number(token);
      return Number.isNaN(value) ? null : () => value;
    }
    if (!Object.hasOwn(FUNCTIONS, token) || this.#take() !== '(') return null;
    const call = FUNCTIONS[token] as (...values: number[]) => number;
    const given = this.#readArguments(8);
    return given && ((raw) => call(...given.map((term) => term(raw))));
  }

  /** Reads up to the closing parenthesis. */
  #readArguments(limit: number): Term[] | null {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) return null;
    const terms: Term[] = [];
    do {
      const term = this.readExpression(0);
      if (term === null || terms.length === limit) return null;
      terms.push(term);
    } while (this.#take() === ',');
    this.#depth -= 1;
    return this.#tokens[this.#at - 1] === ')' ? terms : null;
  }
}
