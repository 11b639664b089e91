// Runs in a thread of its own; the pool calls it once for each piece of work.
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashWork = { password: string; passwordHash?: string };

/** Without `passwordHash` the argon2id hash of the password, otherwise whether that hash is of this password. */
export default function hashOrVerify({ password, passwordHash }: HashWork): string | boolean {
  return passwordHash === undefined ? hashSync(password) : verifySync(passwordHash, password);
}
