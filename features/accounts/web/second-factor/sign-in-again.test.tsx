import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../../contract/refusal.ts';
import { call, onOldSignIn } from '../../../../web/client/call.ts';
import { queryClient } from '../../../../web/client/query-client.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { CUSTOMER, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { wrongCurrentPassword } from '../../accounts.errors.ts';
import { type SecondFactor, getMySecondFactor } from '../../second-factor.calls.ts';
import { signInAgain } from '../../sign-in-again.calls.ts';
import { endOtherSessions } from '../../user-sessions.calls.ts';
import { askToSignInAgain } from './sign-in-again.tsx';

beforeEach(() => {
  queryClient.clear();
  onOldSignIn(askToSignInAgain);
});

const PASSWORD = 'Petrol-Teal-26';
const NONE: SecondFactor = { since: null, recovery_codes_left: 0, passkeys: [], is_required: false };

/** Makes two calls at once that need a fresh sign-in. */
function Screen() {
  const [outcomes, setOutcomes] = useState<string[]>([]);
  const note = (outcome: string) => setOutcomes((before) => [...before, outcome]);
  const endOthers = () => {
    for (let at = 0; at < 2; at += 1)
      call(endOtherSessions, {}).then(
        ({ message }) => note(message),
        ({ message }: Error) => note(message),
      );
  };
  return (
    <>
      <button type="button" onClick={endOthers}>
        End
      </button>
      <p data-testid="outcomes">{outcomes.join(' ')}</p>
    </>
  );
}

/** A session that is old until the password was given. */
function show(factor: Partial<SecondFactor> = {}) {
  let isFresh = false;
  const api = installFakeApi(
    fake(getMySecondFactor, { ...NONE, ...factor }),
    fake(endOtherSessions, () =>
      isFresh ? { message: 'Ended.' } : refused(new Refusal('errors.session.sign_in_again')),
    ),
    fake(signInAgain, ({ current_password }) => {
      isFresh = current_password === PASSWORD;
      return isFresh ? { message: 'Shown.' } : refused(wrongCurrentPassword());
    }),
  );
  return { api, ...renderScreen(<Screen />, { at: '/account-settings', user: CUSTOMER }) };
}

const opener = () => screen.getByRole('button', { name: 'End', hidden: true });
const openDialog = async (visitor: ReturnType<typeof show>['visitor']) => {
  await visitor.click(opener());
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it still you?' }));
  return { dialog, password: await dialog.findByLabelText(/^Current Password/) };
};

test('a call with an old sign-in asks for the password once, and is then made again', async () => {
  const { api, visitor } = show();
  const { dialog, password } = await openDialog(visitor);
  await waitFor(() => expect(password).toHaveFocus());
  await visitor.type(password, 'Never-The-Password-1{Enter}');
  expect(await dialog.findByText('The current password is not right.')).toBeVisible();
  await visitor.clear(password);
  await visitor.type(password, `${PASSWORD}{Enter}`);
  await waitFor(() => expect(screen.getByTestId('outcomes')).toHaveTextContent('Ended. Ended.'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf(endOtherSessions)).toHaveLength(4);
  expect(api.callsOf(signInAgain)).toHaveLength(2);
});

test('whoever closes the dialog is told that nothing was done, stays logged in, and is asked again', async () => {
  const { api, visitor } = show();
  const { dialog } = await openDialog(visitor);
  await visitor.click(dialog.getByRole('button', { name: 'Cancel' }));
  const sentence = 'Not done: this needs your password or passkey again.';
  await waitFor(() => expect(screen.getByTestId('outcomes')).toHaveTextContent(`${sentence} ${sentence}`));
  expect(api.callsOf(signInAgain)).toEqual([]);
  const again = await openDialog(visitor);
  expect(again.password).toHaveValue('');
  await visitor.click(again.dialog.getByRole('button', { name: 'Cancel' }));
});

test('with a second factor it asks for a code as well', async () => {
  const { api, visitor } = show({ since: '2026-11-20T08:00:00.000Z' });
  const { dialog, password } = await openDialog(visitor);
  await visitor.type(password, PASSWORD);
  await visitor.type(dialog.getByLabelText(/^Code/), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(signInAgain).map(({ input }) => input)).toEqual([{ current_password: PASSWORD, code: '123456' }]);
});

test('the dialog is sound', async () => {
  const { visitor } = show();
  await expectSoundDialog({
    of: 'features/accounts/web/second-factor/sign-in-again.tsx',
    visitor,
    name: 'Is it still you?',
    opener,
  });
});
