import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { approveCountryChange, listCountryChanges } from '../account-changes.calls.ts';
import { CountryChangeNotice } from './country-change-notice.tsx';
import { CountryChanges } from './country-changes.tsx';

const CHANGE = {
  id: 7,
  username: 'ana',
  email: 'ana@example.com',
  country: 'France',
  previous_country: 'Germany',
  changed_at: '2026-03-01T12:00:00.000Z',
  until: '2026-03-31T12:00:00.000Z',
};

test('an administrator approves the change shown, and it disappears', async () => {
  const api = installFakeApi(
    fake(listCountryChanges, { changes: [CHANGE], total: 1 }),
    fake(approveCountryChange, { message: 'Country approved.' }),
  );
  const { visitor } = renderScreen(<CountryChanges />, { user: ADMINISTRATOR });
  expect(await screen.findByText('Country changes to approve: 1')).toBeVisible();
  expect(screen.getByText('From Germany to France')).toBeVisible();
  api.use(fake(listCountryChanges, { changes: [], total: 0 }));
  await visitor.click(screen.getByRole('button', { name: 'Approve: ana' }));
  await waitFor(() => expect(screen.queryByText('From Germany to France')).not.toBeInTheDocument());
  expect(api.callsOf(approveCountryChange).map(({ input }) => input)).toEqual([{ id: '7', country: 'France' }]);
});

test('a refusal shows the server’s message', async () => {
  installFakeApi(
    fake(listCountryChanges, { changes: [CHANGE], total: 1 }),
    fake(approveCountryChange, no(400, 'The customer has changed the country again. Please review it once more.')),
  );
  const { visitor } = renderScreen(<CountryChanges />, { user: ADMINISTRATOR });
  await visitor.click(await screen.findByRole('button', { name: 'Approve: ana' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The customer has changed the country again.');
});

test('a customer reads whose rules hold until when, and nothing while no change waits', () => {
  installFakeApi();
  const country_change = { previous_country: 'Germany', until: '2026-03-31T12:00:00.000Z' };
  const { unmount } = renderScreen(<CountryChangeNotice user={myUser({ country: 'France', country_change })} />);
  expect(screen.getByText('Your change of country is waiting for approval')).toBeVisible();
  const rules = screen.getByText(/^For DTC OFF the rules of Germany hold together with those of France/);
  expect(rules).toBeVisible();
  expect(rules.parentElement?.querySelector('time')).toHaveAttribute('datetime', country_change.until);
  unmount();
  renderScreen(<CountryChangeNotice user={myUser()} />);
  expect(screen.queryByText('Your change of country is waiting for approval')).not.toBeInTheDocument();
});
