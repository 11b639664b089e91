import type { Transaction } from 'kysely';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { SessionUser } from '../../../../contract/session.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { wrongLogin } from '../../../../server/http/replies.ts';
import { consumeLink, findLinkOwner, makeLink } from '../link-tokens.ts';
import { selectUserById } from '../accounts.queries.ts';
import { type Attempt, beginAttempt, forgetFailures } from '../password-attempts.ts';
import { type FromPage, type SignIn, type SignInDeps, signInFrom } from '../sign-in-log.ts';
import { findOrigin } from '../sign-in-places.ts';
import type { SecondStep, SignedIn } from '../../user.ts';
import type * as contract from '../../second-factor.calls.ts';
import { signInTicketSpent } from '../../accounts.errors.ts';
import { type CodeKind, consumeCode } from './codes.ts';
import { warnOfWrongCodes } from './second-factor-mails.ts';

/** Whether the log-in of this user asks for a code. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Signs in a user who has shown who they are; to a user with a second factor, it returns a ticket for that step. */
export async function signInBySteps(
  deps: SignInDeps,
  user: SessionUser,
  from: SignIn & { device: string | undefined },
): Promise<SignedIn | SecondStep> {
  if (await hasSecondFactor(deps.db, user.id)) {
    return { second_step: { ticket: await makeLink(deps.db, deps.clock.now(), user.id, 'SECOND_STEP') } };
  }
  return signInFrom(deps, user, from);
}

type User = { id: number; email: string };

/**
 * Tries a code: `use` is a transaction that is undone for a wrong one. Wrong codes are limited like passwords, and the
 * owner is warned of many, since whoever tries them knows the password.
 */
export async function tryCode<Result>(
  deps: Deps,
  { user, code, attempt, fail }: { user: User; code: string; attempt: Attempt; fail: () => Error },
  use: (tx: Transaction<Schema>, kind: CodeKind) => Promise<Result>,
): Promise<Result> {
  const counted = { ...attempt, isCode: true } as const;
  await beginAttempt(deps, counted);
  let isWrong = false;
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const kind = await consumeCode({ ...deps, db: tx }, user.id, code);
      if (kind === null) {
        isWrong = true;
        throw fail();
      }
      await forgetFailures({ db: tx }, counted);
      return use(tx, kind);
    });
  } finally {
    if (isWrong) await warnOfWrongCodes(deps, user);
  }
}

/** Exchanges the ticket of the first step and a code for a session. A wrong code leaves the ticket as it is. */
export async function takeSecondStep(
  deps: Deps,
  { ticket, code, client, device, language, token }: InputOf<typeof contract.takeSecondStep> & FromPage,
): Promise<SignedIn> {
  const userId = await findLinkOwner(deps.db, deps.clock.now(), ticket, ['SECOND_STEP']);
  const user = userId === null ? undefined : await selectUserById(deps.db, userId).executeTakeFirst();
  if (user === undefined) throw signInTicketSpent();
  const attempt = { account: user.email.toLowerCase(), ...(await findOrigin(deps, user.id, { client, device })) };
  const trace = { account: user.email, accountId: user.id, reason: 'WRONG_CODE' };
  const fail = () => wrongLogin('errors.session.wrong_code', trace);
  return tryCode(deps, { user, code, attempt, fail }, async (tx, reason) => {
    const owner = await consumeLink(tx, deps.clock.now(), ticket, ['SECOND_STEP']);
    if (owner !== user.id) throw signInTicketSpent();
    return signInFrom({ ...deps, db: tx }, user, { reason, client, device, language, replaced: token });
  });
}
