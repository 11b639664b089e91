import { comparable, sortRows } from '../ui/table-sort.ts';
import type { ListCounts, ListQuery, ListRow, ListShape, ListSort } from './list-shape.ts';

/**
 * The rows of a long list in a form in which they are found fast: their texts in small letters, and for every order
 * that was asked for the rows in that order. It grows while rows arrive.
 */
export class RowIndex {
  readonly #shape: ListShape;
  readonly #rows: ListRow[] = [];
  readonly #texts: string[] = [];
  readonly #counts: ListCounts = {};
  readonly #orders = new Map<string, readonly number[]>();
  #last: { key: string; words: readonly string[]; found: readonly number[] } | null = null;

  constructor(shape: ListShape) {
    this.#shape = shape;
    for (const field of shape.count) this.#counts[field] = {};
  }

  get size(): number {
    return this.#rows.length;
  }

  get counts(): ListCounts {
    return this.#counts;
  }

  add(rows: readonly ListRow[]): void {
    const { search, count } = this.#shape;
    for (const row of rows) {
      this.#rows.push(row);
      // A word has no line break, so none is found across two fields.
      this.#texts.push(
        search
          .map((field) => String(row[field] ?? ''))
          .join('\n')
          .toLowerCase(),
      );
      for (const field of count) this.#count(field, String(row[field] ?? ''));
    }
    this.#orders.clear();
    this.#last = null;
  }

  #count(field: string, value: string): void {
    const counts = (this.#counts[field] ??= {});
    counts[value] = (counts[value] ?? 0) + 1;
  }

  /** The rows that match, in the order that is asked for, as their places in the list. */
  find({ search, filters, sort }: ListQuery): readonly number[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = Object.entries(filters).filter(([, value]) => value !== '');
    const key = JSON.stringify([wanted, sort]);
    const before = this.#last;
    // Whoever goes on typing looks among what has been found already.
    const among = before?.key === key && isNarrower(words, before.words) ? before.found : this.#inOrder(sort);
    const found =
      words.length === 0 && wanted.length === 0 ? among : among.filter((at) => this.#matches(at, words, wanted));
    this.#last = { key, words, found };
    return found;
  }

  rowsAt(places: readonly number[]): ListRow[] {
    return places.map((at) => this.#rows[at] as ListRow);
  }

  /** Makes an order before somebody asks for it. */
  prepare(key: string): void {
    for (const direction of ['ascending', 'descending'] as const) this.#inOrder({ key, direction });
  }

  #matches(at: number, words: readonly string[], wanted: readonly [string, string][]): boolean {
    const row = this.#rows[at] as ListRow;
    if (!wanted.every(([field, value]) => row[field] === value)) return false;
    const text = this.#texts[at] as string;
    const { exact = [], begins = [] } = this.#shape;
    return words.every(
      (word) =>
        text.includes(word) ||
        exact.some((field) => String(row[field]).toLowerCase() === word) ||
        begins.some((field) => String(row[field]).toLowerCase().startsWith(word)),
    );
  }

  #inOrder(sort: ListQuery['sort']): readonly number[] {
    const field = sort && this.#shape.sort[sort.key];
    const key = field ? `${field} ${sort.direction}` : '';
    const known = this.#orders.get(key);
    if (known) return known;
    const order = field ? this.#sort(field, sort.direction) : Array.from(this.#rows, (_, at) => at);
    this.#orders.set(key, order);
    return order;
  }

  #sort(field: string, direction: ListSort['direction']): readonly number[] {
    const column = { key: '', header: '', cell: () => null, sortValue: (at: number) => this.#valueOf(at, field) };
    if (direction === 'ascending') {
      const places = this.#rows.map((_, at) => at);
      return sortRows(places, [column], { key: '', direction });
    }
    const ascending = this.#inOrder({ key: this.#keyOf(field), direction: 'ascending' });
    return turnRound(ascending, (at) => comparable(this.#valueOf(at, field)));
  }

  #keyOf(field: string): string {
    return Object.keys(this.#shape.sort).find((key) => this.#shape.sort[key] === field) ?? '';
  }

  #valueOf(at: number, field: string): string | number | null {
    const value = this.#rows[at]?.[field];
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  }
}

/** Every row that has the longer words has the shorter ones as well; a word that is found whole may be lost by a letter. */
function isNarrower(words: readonly string[], before: readonly string[]): boolean {
  return before.every((word, at) => words[at]?.startsWith(word)) && before.every((word) => !/^\d+$/.test(word));
}

/**
 * The other way round costs no second sorting: from the end, with equal rows in the order that they have anyway, and
 * those without a value at the end both ways.
 */
function turnRound(ascending: readonly number[], valueOf: (at: number) => string | number | null): number[] {
  const turned: number[] = [];
  let end = ascending.findIndex((at) => valueOf(at) === null);
  if (end < 0) end = ascending.length;
  const without = ascending.slice(end);
  while (end > 0) {
    const value = valueOf(ascending[end - 1] as number);
    let from = end - 1;
    while (from > 0 && valueOf(ascending[from - 1] as number) === value) from -= 1;
    for (let at = from; at < end; at += 1) turned.push(ascending[at] as number);
    end = from;
  }
  return [...turned, ...without];
}
