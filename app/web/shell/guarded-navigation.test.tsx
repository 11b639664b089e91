import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { forgetSession, startSession } from '../../../web/client/session.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { CUSTOMER, tokenOf } from '../../../web/testing/render-screen.tsx';
import { leaveOrAsk, useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { GuardedNavigation } from './guarded-navigation.tsx';

function Form() {
  const [text, setText] = useState('');
  useUnsavedGuard(text !== '');
  return (
    <>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/list">List</Link>
      <Link to="?tab=2">Second tab</Link>
    </>
  );
}

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });
const response = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const path = () => window.location.pathname;
const isTabHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => void startSession(tokenOf(CUSTOMER)));

/** Opens a form through a link on the start page and types something into it. */
async function openForm() {
  window.history.pushState(null, '', '/start');
  render(
    <BrowserRouter>
      <GuardedNavigation>
        <Routes>
          <Route path="/start" element={<Link to="/form">Form</Link>} />
          <Route path="/form" element={<Form />} />
          <Route path="/list" element={<p>The list</p>} />
        </Routes>
      </GuardedNavigation>
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Form' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Ana');
}

test('a link asks before leaving, and staying loses nothing', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('link', { name: 'List' }));
  expect(path()).toBe('/form');
  await response('Stay here');
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveValue('Ana');
  await userEvent.click(screen.getByRole('link', { name: 'List' }));
  await response('Leave');
  expect(await screen.findByText('The list')).toBeVisible();
  expect(question()).toBeNull();
});

test('the browser’s back button asks, and goes back after confirmation', async () => {
  await openForm();
  act(() => window.history.back());
  await waitFor(() => expect(question()).toBeVisible());
  await waitFor(() => expect(path()).toBe('/form'));
  await response('Stay here');
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveValue('Ana');
  act(() => window.history.back());
  await response('Leave');
  expect(await screen.findByRole('link', { name: 'Form' })).toBeVisible();
  expect(path()).toBe('/start');
});

test('moving to another part of the same screen does not ask', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('link', { name: 'Second tab' }));
  expect(window.location.search).toBe('?tab=2');
  expect(question()).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('Ana');
});

test('logging out asks; a session ended by the server does not', async () => {
  await openForm();
  let isDone = false;
  const logOut = () => (isDone = true);
  await act(async () => leaveOrAsk(logOut));
  expect(isDone).toBe(false);
  await response('Stay here');
  await waitFor(() => expect(question()).toBeNull());
  await act(async () => forgetSession({ isEnded: true }));
  await act(async () => leaveOrAsk(logOut));
  expect(isDone).toBe(true);
});

test('neither a link nor closing the tab asks once typed text is removed', async () => {
  await openForm();
  expect(isTabHeld()).toBe(true);
  await userEvent.clear(screen.getByLabelText('Name'));
  expect(isTabHeld()).toBe(false);
  await userEvent.click(screen.getByRole('link', { name: 'List' }));
  expect(await screen.findByText('The list')).toBeVisible();
});

test('the question is an accessible dialog', async () => {
  await openForm();
  await expectSoundDialog({
    of: 'app/web/shell/guarded-navigation.tsx',
    visitor: userEvent.setup(),
    name: 'Leave without saving?',
    role: 'alertdialog',
    opener: () => screen.getByRole('link', { name: 'List' }),
  });
});
