/** Something that the dialog of the browser has not done; the message is a sentence for the user. */
export class PasskeyProblem extends Error {}

/** Returns the sentence of the dialog, or that of `otherwise` for any other error. */
export const passkeyText = (error: unknown, otherwise: (error: unknown) => string): string =>
  error instanceof PasskeyProblem ? error.message : otherwise(error);
