import { fireEvent, render, screen as view } from '@testing-library/react';
import { BrowserRouter, Link, Route, createRoutesFromElements, useRoutes } from 'react-router';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { preloadOnHover, screen } from './screen.tsx';

const Prices = () => <h1>Prices</h1>;
const Hall = () => (
  <>
    <Link to="/prices?page=2">Prices</Link>
    <a href="https://elsewhere.example/prices">Elsewhere</a>
  </>
);

function open() {
  history.replaceState(null, '', '/');
  const load = vi.fn<() => Promise<{ default: typeof Prices }>>(() => Promise.resolve({ default: Prices }));
  const Screen = screen(load);
  const routes = createRoutesFromElements(
    <>
      <Route path="/" element={<Hall />} />
      <Route path="/prices" element={<Screen />} />
    </>,
  );
  const Routing = () => <Suspense fallback="Loading...">{useRoutes(routes)}</Suspense>;
  preloadOnHover(routes);
  render(
    <BrowserRouter>
      <Routing />
    </BrowserRouter>,
  );
  return load;
}

test('a screen loads when the pointer is over a link to it, and other links load nothing', async () => {
  const load = open();
  fireEvent.pointerOver(view.getByText('Elsewhere'));
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerOver(view.getByText('Prices'));
  expect(load).toHaveBeenCalledOnce();
  await load.mock.results[0]?.value;
  fireEvent.click(view.getByText('Prices'));
  expect(view.getByRole('heading', { name: 'Prices' })).toBeVisible();
});

test('a screen that failed to preload loads on navigation', async () => {
  const load = open();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fireEvent.focusIn(view.getByText('Prices'));
  expect(load).toHaveBeenCalledOnce();
  await Promise.resolve();
  fireEvent.click(view.getByText('Prices'));
  expect(await view.findByRole('heading', { name: 'Prices' })).toBeVisible();
});
