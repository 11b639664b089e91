import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { ELSEWHERE, type renderScreen } from './render-screen.tsx';

type Shown = Pick<ReturnType<typeof renderScreen>, 'visitor' | 'location' | 'goTo'>;

interface Form {
  /** The file that contains the form; `tools/forms.test.ts` uses it to verify that every form is checked. */
  of: string;
  /** Types or chooses something, after opening the dialog if the form is in one. */
  change: () => Promise<unknown>;
}

/** Whether the browser would ask before the tab is closed. */
const isTabHeld = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });

/** Checks that leaving the screen or closing the tab asks once after a change, and not without one. */
export async function expectGuarded(shown: Shown, { change }: Form): Promise<void> {
  const { visitor, location, goTo } = shown;
  const here = location();
  expect(isTabHeld(), 'the tab closes while nothing is typed').toBe(false);
  await change();
  await waitFor(() => expect(isTabHeld(), 'the tab asks').toBe(true));
  await goTo(ELSEWHERE);
  await waitFor(() => expect(question(), 'another screen asks').toBeVisible());
  await visitor.click(screen.getByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(location(), 'a user who stays is still there').toBe(here);
  expect(isTabHeld(), 'and still asked').toBe(true);
  await goTo(ELSEWHERE);
  await visitor.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(location(), 'who leaves has left').toBe(ELSEWHERE));
  expect(question(), 'and is not asked again').toBeNull();
  expect(isTabHeld(), 'nor is the tab').toBe(false);
}

interface DraftForm extends Form {
  /** Opens the form again, if opening the screen is not enough. */
  reopen?: () => Promise<unknown>;
  /** Checks that the typed text is there. */
  isThere: () => unknown;
}

/** Checks that typed text survives a visit to another screen, and that leaving does not ask. */
export async function expectDraft({ location, goTo }: Shown, { change, reopen, isThere }: DraftForm): Promise<void> {
  const here = location();
  await change();
  expect(isTabHeld(), 'the tab closes').toBe(false);
  await goTo(ELSEWHERE);
  expect(question(), 'another screen does not ask').toBeNull();
  await waitFor(() => expect(location()).toBe(ELSEWHERE));
  await goTo(here);
  await reopen?.();
  await waitFor(isThere);
}
