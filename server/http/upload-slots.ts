/** How many uploads each user has under way in this process: what they hold are its sockets and open files. */
export class UploadSlots {
  readonly #taken = new Map<number, number>();
  readonly #most: number;

  /** 0: without a limit. */
  constructor(most: number) {
    this.#most = most;
  }

  /** False when the user has as many as may be. Each that is taken has to be left once. */
  take(userId: number): boolean {
    const taken = this.#taken.get(userId) ?? 0;
    if (this.#most > 0 && taken >= this.#most) return false;
    this.#taken.set(userId, taken + 1);
    return true;
  }

  leave(userId: number): void {
    const left = (this.#taken.get(userId) ?? 1) - 1;
    if (left > 0) this.#taken.set(userId, left);
    else this.#taken.delete(userId);
  }
}
