import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { EmailText } from './email-text.tsx';

test('an address is shown with the letters of its domain, and any other as it is', async () => {
  renderScreen(
    <>
      <EmailText email="info@xn--mller-tuning-dlb.de" />
      <EmailText email="info@example.com" />
    </>,
  );
  expect(await screen.findByText('info@müller-tuning.de')).toBeVisible();
  expect(screen.getByText('info@example.com')).toBeVisible();
});
