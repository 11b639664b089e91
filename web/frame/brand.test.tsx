import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { applicationConfiguration } from '../testing/application-configuration.ts';
import { fake, installFakeApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Brand } from './brand.tsx';
import { MainArea } from './main-area.tsx';
import { useShopOnPage } from '../../app/web/shell/shell-frame.tsx';

const { dataset } = document.documentElement;
afterEach(() => {
  delete dataset.shop;
  delete dataset.logo;
});

const VARDAR = { shop_name: 'Vardar Tuning', logo_url: '/api/media/a-384.webp' };

/** The brand inside a component that follows the shop's name, like the frame around the screens. */
function Frame() {
  useShopOnPage();
  return (
    <>
      <Brand />
      <MainArea>
        <h1>My Files</h1>
      </MainArea>
    </>
  );
}

function show(configuration = {}) {
  installFakeApi(fake(getApplicationConfiguration, applicationConfiguration(configuration)));
  return renderScreen(<Frame />);
}

test('a portal without its own name shows the product’s name and mark', async () => {
  const { container } = show();
  expect(screen.getByText('Tunedesk')).toBeVisible();
  expect(container.querySelector('svg')).not.toBeNull();
  expect(document.title).toBe('My Files · Tunedesk');
});

test('the brand that the server wrote into the page is shown before anything is loaded', () => {
  dataset.shop = 'Vardar Tuning';
  dataset.logo = '/api/media/a-384.webp';
  const { container } = show(VARDAR);
  expect(screen.getByText('Vardar Tuning')).toBeVisible();
  expect(container.querySelector('img')).toHaveAttribute('src', '/api/media/a-384.webp');
  expect(document.title).toBe('My Files · Vardar Tuning');
});

test('a name entered in the meantime replaces it, and a removed one disappears', async () => {
  const { unmount, container } = show(VARDAR);
  expect(await screen.findByText('Vardar Tuning')).toBeVisible();
  expect(container.querySelector('svg')).toBeNull();
  unmount();
  show();
  await waitFor(() => expect(screen.getByText('Tunedesk')).toBeVisible());
});
