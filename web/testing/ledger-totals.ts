import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Checks the totals of the ledger that `ledger.factory.ts` builds. */
export function expectLedgerTotals(): void {
  const cards = within(screen.getByRole('list', { name: 'Totals by source' })).getAllByRole('listitem');
  expect(cards.map((card) => card.textContent)).toEqual([
    'from Admin150.50',
    'from Refund20.00',
    'from PayPal60.00',
    // In the words of the table below: its rows with each of the two sources add up to these.
    'from Upload-30.00Upload -20.00, DTC OFF -10.00',
  ]);
}
