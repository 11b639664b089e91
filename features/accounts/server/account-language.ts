import type { Database } from '../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { findLanguage, type Language } from '../../../contract/languages.ts';
import type * as contract from '../accounts.calls.ts';

/** Stores the language that its owner chose for the account: for every device, and for all that is written to it. */
export async function updateMyLanguage(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { language }: InputOf<typeof contract.updateMyLanguage>,
): Promise<{ language: Language }> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['language', 'username'])
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable('users').set({ language }).where('id', '=', actor.id).execute();
    const subject = { kind: 'USER', id: actor.id, name: before.username } as const;
    await recordChange(tx, actor, { kind: 'CONTACT', subject, field: 'language', from: before.language, to: language });
  });
  return { language };
}

/**
 * Returns the language in which the page continues after a sign-in. An account without one takes on that of the page
 * from which it signs in; undefined when neither is known.
 */
export async function chooseSignInLanguage(
  db: Database,
  userId: number,
  ofPage: Language | null,
): Promise<{ language?: Language }> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow();
  const own = findLanguage(user.language ?? '');
  if (own !== null) return { language: own };
  if (ofPage === null) return {};
  await db.updateTable('users').set({ language: ofPage }).where('id', '=', userId).execute();
  return { language: ofPage };
}
