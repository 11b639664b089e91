// Runs in a thread of its own; the pool calls it once per task.
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashWork = { password: string; passwordHash?: string };

/** Returns the argon2id hash of the password, or, given `passwordHash`, whether that hash is of this password. */
export default function hashOrVerify({ password, passwordHash }: HashWork): string | boolean {
  return passwordHash === undefined ? hashSync(password) : verifySync(passwordHash, password);
}
