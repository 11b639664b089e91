import { screen, within } from '@testing-library/react';
import { lazy, useEffect } from 'react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import CustomerShell from './customer-shell.tsx';
import { FaultBoundary, ScreenBoundary } from './fault-boundary.tsx';

const MISSING = 'This part of the page could not be loaded. Reload the page to try again.';

const NeverComes = lazy(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://portal.test/assets/gain.js')),
);

function Broken(): never {
  throw new Error('No such thing');
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  installFakeApi(fake(getApplicationConfiguration, applicationConfiguration()), fake(getMyUser, myUser()));
});

const show = () =>
  renderScreen(
    <FaultBoundary>
      <Routes>
        <Route element={<CustomerShell />}>
          <Route path="/gain" element={<NeverComes />} />
          <Route path="/price-list" element={<Broken />} />
          <Route path="*" element={<h1>A sound screen</h1>} />
        </Route>
      </Routes>
    </FaultBoundary>,
    { at: '/dashboard' },
  );
const entry = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name });

test('a screen whose code fails to load leaves the sidebar usable', async () => {
  const { visitor } = show();
  await visitor.click(entry('Gain'));
  expect(await screen.findByText(MISSING)).toBeVisible();
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { name: 'Something went wrong' }));
  await visitor.click(entry('My Files'));
  expect(await screen.findByRole('heading', { name: 'A sound screen' })).toBeVisible();
  expect(screen.queryByText(MISSING)).toBeNull();
});

test('a screen that crashes shows an error in its place', async () => {
  const { visitor } = show();
  await visitor.click(entry('Price List'));
  expect(await screen.findByText(/This page could not be shown/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(entry('My Files')).toBeVisible();
});

test('a screen is not remounted when its path changes to another record', async () => {
  const begun = vi.fn<() => void>();
  function Record() {
    useEffect(begun, []);
    return <Link to="/view-file/2">Next</Link>;
  }
  const { visitor, location } = renderScreen(
    <ScreenBoundary>
      <Routes>
        <Route path="/view-file/:id" element={<Record />} />
      </Routes>
    </ScreenBoundary>,
    { at: '/view-file/1' },
  );
  begun.mockClear();
  await visitor.click(screen.getByRole('link', { name: 'Next' }));
  expect(location()).toBe('/view-file/2');
  expect(begun).not.toHaveBeenCalled();
});
