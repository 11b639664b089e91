/** The rest of the code for passkeys is loaded when one is used. */
export const loadPasskeys = () => import('./passkey-browser.ts');

/** Whether the browser has passkeys: not on a page without HTTPS. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;
