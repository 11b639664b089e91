import { screen, within } from '@testing-library/react';

/** Returns what each element says. */
export const readTexts = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);

/** Returns the texts of a table's body rows, without the first cell of each, which holds the time. */
export const readCellsAfterTime = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => readTexts(within(row).getAllByRole('cell').slice(1)));

/** Returns the text of one column of the only table, without its header. */
export const readColumn = (at: number) =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[at]?.textContent);
