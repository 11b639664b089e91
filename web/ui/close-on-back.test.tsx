import { act, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { useCloseOnBack } from './close-on-back.ts';

/** The router listens before what opens later, and draws the next page at once. */
function Page() {
  const [path, setPath] = useState('/my-files');
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const route = () => flushSync(() => setPath('/dashboard'));
    addEventListener('popstate', route);
    return () => removeEventListener('popstate', route);
  }, []);
  useCloseOnBack(() => setOpen(false));
  return (
    <main>
      <h1>{path}</h1>
      {isOpen && <p>Menu</p>}
    </main>
  );
}

test('what lies over the page closes by going back, though the next page is drawn first', () => {
  render(<Page />);
  expect(screen.getByText('Menu')).toBeVisible();
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.getByRole('heading', { name: '/dashboard' })).toBeVisible();
  expect(screen.queryByText('Menu')).toBeNull();
});
