import { isInaccessible, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

export interface DialogToCheck {
  /** The file that renders the dialog; `tools/dialogs.test.ts` uses it to verify that every dialog is checked. */
  of: string;
  visitor: UserEvent;
  name: string;
  role?: 'dialog' | 'alertdialog';
  /** The element that opens the dialog and gets the focus back. */
  opener: () => HTMLElement;
  /** How to open the dialog, if not with Enter on the opener, such as through a menu. */
  open?: () => Promise<void>;
  /** Checked after Escape, for a dialog that leads elsewhere instead of back to the opener. */
  afterwards?: () => unknown;
}

/** Checks the six requirements of the ARIA practices for a dialog. */
export async function expectSoundDialog(check: DialogToCheck): Promise<void> {
  const { visitor, opener, name, role = 'dialog' } = check;
  const cameFrom = opener();
  await (check.open ?? (() => press(visitor, cameFrom)))();
  const dialog = await screen.findByRole(role, { name });
  expect(dialog, 'says that it is modal').toHaveAttribute('aria-modal', 'true');
  await waitFor(() => expect(hasFocus(dialog), 'takes the focus').toBe(true));
  expect(closers(dialog), 'has a button that closes it').not.toEqual([]);
  await expectTrap(visitor, dialog);
  await expectInertBackground(dialog, cameFrom);
  await visitor.keyboard('{Escape}');
  await waitFor(() => expect(dialog, 'closes by Escape').not.toBeInTheDocument());
  if (check.afterwards) await waitFor(check.afterwards);
  else await waitFor(() => expect(opener(), 'gives the focus back').toHaveFocus());
}

async function press(visitor: UserEvent, opener: HTMLElement) {
  opener.focus();
  await visitor.keyboard('{Enter}');
}

const hasFocus = (dialog: HTMLElement) => dialog.contains(document.activeElement);

const closers = (dialog: HTMLElement) =>
  within(dialog).queryAllByRole('button', { name: /^(Close|Cancel|Continue|Keep|Stay)/ });

/** More Tab stops than any dialog has. */
const MAX_STOPS = 60;

async function expectTrap(visitor: UserEvent, dialog: HTMLElement) {
  const first = document.activeElement;
  for (const shift of [false, true]) {
    let steps = 0;
    do {
      await visitor.tab({ shift });
      steps += 1;
      expect(hasFocus(dialog), `keeps the focus at Tab ${steps}${shift ? ' backwards' : ''}`).toBe(true);
    } while (document.activeElement !== first && steps < MAX_STOPS);
    expect(document.activeElement, 'comes round to where it began').toBe(first);
  }
}

/** Checks that neither a screen reader nor a script that moves the focus can get behind the dialog. */
async function expectInertBackground(dialog: HTMLElement, behind: HTMLElement) {
  if (!behind.isConnected) return;
  expect(isInaccessible(behind), 'hides what is behind it').toBe(true);
  behind.focus();
  await waitFor(() => expect(hasFocus(dialog), 'takes a lost focus back').toBe(true));
}
