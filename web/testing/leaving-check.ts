import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { ELSEWHERE, type renderScreen } from './render-screen.tsx';

type Shown = Pick<ReturnType<typeof renderScreen>, 'visitor' | 'location' | 'goTo'>;

interface Form {
  /** The file that has the form: `scripts/forms.test.ts` finds by it that no form goes unchecked. */
  of: string;
  /** Types or chooses something, in a dialog after opening it. */
  change: () => Promise<unknown>;
}

/** Whether the browser would ask before the tab is closed. */
const isTabHeld = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });

/** Leaving asks once, on the way to another screen and at the end of the tab; without a change it does not ask. */
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
  expect(location(), 'who stays is where he was').toBe(here);
  expect(isTabHeld(), 'and still asked').toBe(true);
  await goTo(ELSEWHERE);
  await visitor.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(location(), 'who leaves has left').toBe(ELSEWHERE));
  expect(question(), 'and is not asked again').toBeNull();
  expect(isTabHeld(), 'nor is the tab').toBe(false);
}

interface DraftForm extends Form {
  /** Opens the form again, where that takes more than the screen. */
  reopen?: () => Promise<unknown>;
  /** What was typed is there. */
  isThere: () => unknown;
}

/** What was typed is there again after another screen, so that leaving asks nothing. */
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
