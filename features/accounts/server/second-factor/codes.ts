import { Secret } from 'otpauth';
import type { Database } from '../../../../server/database/connect.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { hashToken } from '../link-tokens.ts';
import { decryptSecret, findStep } from './authenticator-secret.ts';

const RECOVERY_CODES = 10;
/** 128 bits, 26 characters: too many to be found from the hash, which for less would have to be a slow one. */
const RECOVERY_BYTES = 16;
const AUTHENTICATOR_CODE = /^\d{6}$/;

export type CodeKind = 'CODE' | 'RECOVERY_CODE';

type CodeDeps = Pick<Deps, 'clock' | 'sessionSecret'> & { db: Database };

/**
 * Uses up a code of the user and returns which kind it was; null when it is wrong or was used before. One statement
 * decides, so that of two sign-ins with the same code only one succeeds.
 */
export async function consumeCode(deps: CodeDeps, userId: number, code: string): Promise<CodeKind | null> {
  if (AUTHENTICATOR_CODE.test(code)) return (await consumeAuthenticatorCode(deps, userId, code)) ? 'CODE' : null;
  return (await consumeRecoveryCode(deps, userId, code)) ? 'RECOVERY_CODE' : null;
}

async function consumeAuthenticatorCode(deps: CodeDeps, userId: number, code: string): Promise<boolean> {
  const { db, clock } = deps;
  const found = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (found === undefined) return false;
  const step = findStep(await decryptSecret(deps, userId, found.secret), code, clock.now());
  if (step === null) return false;
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', found.secret)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

async function consumeRecoveryCode({ db, clock }: CodeDeps, userId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: clock.now() })
    .where('code_hash', '=', hashToken(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Replaces the recovery codes of a user; returns the new ones as they are shown, which only their hashes outlast. */
export async function makeRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashToken(code), user_id: userId })))
    .execute();
  return codes.map((code) => (code.match(/.{1,7}/g) ?? []).join('-'));
}
