import { sortRows } from '../ui/table-sort.ts';
import type { ListCounts, ListQuery, ListRow, ListShape } from './list-shape.ts';

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
    const places = Array.from(this.#rows, (_, at) => at);
    const column = {
      key: '',
      header: '',
      cell: () => null,
      sortValue: (at: number) => sortable(this.#rows[at]?.[field ?? '']),
    };
    const order = field ? sortRows(places, [column], { key: '', direction: sort.direction }) : places;
    this.#orders.set(key, order);
    return order;
  }
}

/** Every row that has the longer words has the shorter ones as well; a word that is found whole may be lost by a letter. */
function isNarrower(words: readonly string[], before: readonly string[]): boolean {
  return before.every((word, at) => words[at]?.startsWith(word)) && before.every((word) => !/^\d+$/.test(word));
}

const sortable = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null);
