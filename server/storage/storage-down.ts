/** Thrown when the storage cannot be reached, or refuses us. The caller may try again: nothing is left half stored. */
export class StorageDown extends Error {
  constructor(cause: unknown) {
    const { name = '', message = '' } = cause instanceof Error ? cause : {};
    super(`the storage cannot be used: ${[name, message].filter(Boolean).join(': ')}`, { cause });
  }
}
