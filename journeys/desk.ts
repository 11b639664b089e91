import type { Locator, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { createKeyboardUser } from './keyboard.ts';
import { waitForHydration } from './open-screen.ts';
import { signIn, keepSession } from './screens.ts';
import { browser, portal } from './stage.ts';

/** Opens a page, signed in if there is a login, with nothing focused. */
export async function openSignedIn(login: { email: string; password: string } | undefined, path = '/') {
  const visit = await openPage(browser, portal.url, { isStill: true });
  if (login) await keepSession(visit.context, await signIn(portal, login));
  await visit.page.goto(path);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  await waitForHydration(visit.page);
  return { ...visit, hands: createKeyboardUser(visit.page) };
}

/** Waits until the headline of a new screen has the focus. */
export const waitForHeadline = (page: Page, name: string) => page.locator('h1:focus', { hasText: name }).waitFor();

/** Waits until a closed dialog has returned the focus, which happens shortly after: a key before that would be lost. */
export async function waitForClosed(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: 'detached' });
  await dialog.page().locator(':focus').waitFor();
}

export async function read<Body>(token: string, path: string): Promise<Body> {
  const reply = await fetch(`${portal.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as Body;
}
