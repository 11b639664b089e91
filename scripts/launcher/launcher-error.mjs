/** Something the person at the keyboard can act on: shown as its sentence, without a stack. */
export class LauncherError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
