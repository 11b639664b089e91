/** The rest of the code for passkeys is loaded when one is used. */
export const loadPasskeys = () => import('./passkey-browser.ts');

/** Whether the browser has passkeys: not on a page without HTTPS. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The name of an error whose message is a sentence for the user: the dialog of the browser has not done something. */
const PROBLEM = 'PasskeyProblem';

/** Returns the sentence of the dialog, or that of `otherwise` for any other error. */
export const passkeyText = (error: unknown, otherwise: (error: unknown) => string): string =>
  error instanceof Error && error.name === PROBLEM ? error.message : otherwise(error);
