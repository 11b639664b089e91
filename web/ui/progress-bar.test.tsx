import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressBar, progressTone } from './progress-bar.tsx';

test.each([
  [0, 'red'],
  [49, 'red'],
  [50, 'yellow'],
  [79, 'yellow'],
  [80, 'green'],
  [100, 'green'],
])('at %i percent the bar is %s', { tags: ['X-LIM-04'] }, (percent, tone) => {
  expect(progressTone(percent)).toBe(tone);
});

test('the progress is shown as percentage, bytes, speed and time left', () => {
  render(
    <ProgressBar
      label="Uploading"
      value={62.4}
      doneBytes={13_000_000}
      totalBytes={20_971_520}
      bytesPerSecond={1_572_864}
      secondsLeft={64.2}
      note="Trying again (2 of 3)"
    />,
  );
  expect(screen.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '62');
  expect(screen.getByText('62%')).toBeInTheDocument();
  const details = '12.4 MB of 20 MB · 1.5 MB per second · 1 min 5 s left · Trying again (2 of 3)';
  expect(screen.getByText(details)).toBeInTheDocument();
});

test('the progress never leaves the range from 0 to 100', () => {
  render(<ProgressBar label="Uploading" value={104} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
});
