/** An error that the user can act on: shown as its message, without a stack. */
export class LauncherError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
