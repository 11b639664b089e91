import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { SourceTotals } from './source-totals.tsx';

test('totals that failed to load are not shown as still loading', () => {
  renderScreen(<SourceTotals ledger={undefined} isError />);
  expect(screen.getAllByText('–')).toHaveLength(4);
  expect(document.querySelector('[data-coming]')).toBeNull();
});
