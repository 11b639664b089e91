import { screen, within } from '@testing-library/react';

/** What stands in the rows of a table below its headers; the first cell of each, which holds the time, is left out. */
export const readCellsAfterTime = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    );

/** One cell of each row below the headers, of the only table there is. */
export const readColumn = (at: number) =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[at]?.textContent);
