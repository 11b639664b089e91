import { readToken } from '../../../web/client/session.ts';

/** The keys of a session (web/client/session.ts), which is looked for in the storage of the tab first. */
const TOKEN = 'token';
const USER = 'user';

/**
 * Opens a tab with the session of a view. It begins with a copy of the storage of this tab, which then forgets it. False:
 * the browser did not open it.
 */
export function openViewTab(token: string): boolean {
  sessionStorage.setItem(TOKEN, token);
  sessionStorage.setItem(USER, JSON.stringify(readToken(token)));
  try {
    return window.open('/dashboard', '_blank') !== null;
  } finally {
    forgetView();
  }
}

/** Makes the tab one of the staff again, whose own session was never touched. */
export function leaveViewTab(customerId: number): void {
  forgetView();
  location.replace(`/admin/edit-user/${customerId}`);
}

function forgetView(): void {
  sessionStorage.removeItem(TOKEN);
  sessionStorage.removeItem(USER);
}
