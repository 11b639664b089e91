import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { installFakeApi } from '../../../web/testing/fake-api.ts';
import type { Owner } from '../guessable-password.rules.ts';
import { PasswordStrength } from './password-strength.tsx';

const show = (password: string, owner?: Owner) => {
  installFakeApi();
  return renderScreen(<PasswordStrength password={password} {...(owner && { owner })} />, { at: '/' });
};

const COMMON = 'This password is too common. Please choose another one.';
const PERSONAL =
  'The password must not be made of your name, your email address, the name of the portal or of a vehicle maker.';

test.each(['Password1', 'Sunshine1', 'qwerty123'])('%s is weak: attackers try it first', async (password) => {
  show(password);
  expect(await screen.findByText(COMMON, undefined)).toBeVisible();
  expect(screen.getByText('Password strength: weak')).toBeVisible();
});

test('the reason is read out: it appears in a region that is there before', async () => {
  installFakeApi();
  function Typed() {
    const [password, setPassword] = useState('Copper-Lathe-88');
    return (
      <>
        <button type="button" onClick={() => setPassword('        ')}>
          type
        </button>
        <PasswordStrength password={password} />
      </>
    );
  }
  const { visitor, container } = renderScreen(<Typed />, { at: '/' });
  const region = container.querySelector('[aria-live]');
  expect(region).toBeEmptyDOMElement();
  await visitor.click(screen.getByRole('button', { name: 'type' }));
  expect(region).toHaveTextContent(COMMON);
});

test('eight spaces are weak, and so are passwords made of the user’s name or address or the portal’s name', () => {
  const { unmount } = show('        ');
  expect(screen.getByText('Password strength: weak')).toBeVisible();
  expect(screen.getByText(COMMON)).toBeVisible();
  unmount();
  const owner = { username: 'anatuning', full_name: 'Ana Petrova', email: 'ana@garage.example' };
  for (const password of ['Anatuning1!', 'Petrova_26', 'Tunedesk#1']) {
    const shown = show(password, owner);
    expect(screen.getByText(PERSONAL)).toBeVisible();
    expect(screen.getByText('Password strength: weak')).toBeVisible();
    shown.unmount();
  }
});

test('a good password is rated by its characters, and one too short gets no second message', () => {
  const { unmount } = show('Copper-Lathe-88', { username: 'anatuning' });
  expect(screen.getByText('Password strength: strong')).toBeVisible();
  unmount();
  show('aaa');
  expect(screen.getByText('Password strength: weak')).toBeVisible();
  expect(screen.queryByText(COMMON)).not.toBeInTheDocument();
});
