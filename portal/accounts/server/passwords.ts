import { hash, verify } from '@node-rs/argon2';
import { commonPassword } from '../accounts.errors.ts';
import { COMMON_PASSWORDS } from '../common-password.list.ts';

const COMMON: ReadonlySet<string> = new Set(COMMON_PASSWORDS);

/** Hashes with argon2id; refuses what everybody tries first. */
export async function hashPassword(password: string): Promise<string> {
  if (COMMON.has(password.toLowerCase())) throw commonPassword();
  return hash(password);
}

let stranger: Promise<string> | undefined;

/** Takes the same time for an account that does not exist as for a wrong password. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  stranger ??= hash('nobody has this password');
  const matches = await verify(passwordHash ?? (await stranger), password);
  return matches && passwordHash !== null && passwordHash !== undefined;
}
