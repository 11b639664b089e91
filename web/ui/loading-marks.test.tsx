import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useBelowLoadingMarks, useLoadingMark } from './loading-marks.ts';
import { Skeleton } from './skeleton.tsx';

function Whole({ isLoading }: { isLoading: boolean }) {
  const area = useRef<HTMLElement>(null);
  useLoadingMark(area);
  return <main ref={area}>{isLoading ? <Skeleton /> : 'Golf 5'}</main>;
}

function Parts({ loading }: { loading: number[] }) {
  const area = useRef<HTMLDivElement>(null);
  useBelowLoadingMarks(area);
  return (
    <div ref={area}>
      {['first', 'second', 'third'].map((name, place) => (
        <section key={name} aria-label={name}>
          <div>{loading.includes(place) ? <Skeleton /> : name}</div>
        </section>
      ))}
    </div>
  );
}

test('the mark is set while something inside is loading, and removed when it has loaded', async () => {
  const { rerender } = render(<Whole isLoading />);
  expect(screen.getByRole('main')).toHaveAttribute('data-loading');
  rerender(<Whole isLoading={false} />);
  await waitFor(() => expect(screen.getByRole('main')).not.toHaveAttribute('data-loading'));
  rerender(<Whole isLoading />);
  await waitFor(() => expect(screen.getByRole('main')).toHaveAttribute('data-loading'));
});

test('parts below something that is loading are marked, and parts above are not', async () => {
  const marked = () =>
    screen
      .getAllByRole('region')
      .filter((part) => part.hasAttribute('data-below-loading'))
      .map((part) => part.ariaLabel ?? part.getAttribute('aria-label'));
  const { rerender } = render(<Parts loading={[1]} />);
  expect(marked()).toEqual(['third']);
  rerender(<Parts loading={[0, 1]} />);
  await waitFor(() => expect(marked()).toEqual(['second', 'third']));
  rerender(<Parts loading={[]} />);
  await waitFor(() => expect(marked()).toEqual([]));
});
