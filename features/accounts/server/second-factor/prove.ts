import type { Transaction } from 'kysely';
import { BadInput } from '../../../../contract/refusal.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Client } from '../../../../server/http/client.ts';
import { wrongCode, wrongCurrentPassword, wrongPasskey } from '../../accounts.errors.ts';
import type { Proof } from '../../second-factor-fields.ts';
import { selectUserById } from '../accounts.queries.ts';
import { requireSession, runInSession } from '../hold-session.ts';
import { type Attempt, beginAttempt, forgetFailures } from '../password-attempts.ts';
import { isOwnPassword } from '../passwords.ts';
import { originOfSession } from '../sign-in-places.ts';
import { type CodeKind, consumeCode } from './codes.ts';
import { usePasskey, verifyAnswer } from './passkey-answers.ts';
import { CHALLENGE_OF } from './passkey-challenges.ts';
import { hasSecondFactor } from './required.ts';
import { warnOfWrongCodes } from './second-factor-mails.ts';

interface Trial {
  user: { id: number; email: string };
  proof: Proof;
  /** What the challenge of the passkey was made for. */
  boundTo: string;
  attempt: Attempt;
  fail: () => Error;
  /** Keeps what the proof is for as it was read, until the end of the transaction, or throws. */
  hold: (tx: Transaction<Schema>) => Promise<void>;
}

/** How the second factor was proved. */
export type ProofKind = CodeKind | 'PASSKEY';

/** Null: what was sent proves nothing. Runs in the transaction of what it opens, but for the challenge: it is used up. */
async function prepareProof(deps: Deps, { user, proof, boundTo }: Trial) {
  const { code, passkey } = proof;
  if (passkey !== undefined) {
    const answer = await verifyAnswer(deps, passkey, { boundTo });
    return async (tx: Transaction<Schema>): Promise<ProofKind | null> =>
      answer !== null && (await usePasskey({ ...deps, db: tx }, answer, user.id)) ? 'PASSKEY' : null;
  }
  return (tx: Transaction<Schema>): Promise<ProofKind | null> => consumeCode({ ...deps, db: tx }, user.id, code ?? '');
}

/**
 * Tries a code or a passkey: `use` is a transaction that is undone for a wrong one. Wrong ones are limited like
 * passwords, and the owner is warned of many, since whoever tries them knows the password.
 */
export async function tryProof<Result>(
  deps: Deps,
  trial: Trial,
  use: (tx: Transaction<Schema>, kind: ProofKind) => Promise<Result>,
): Promise<Result> {
  const { user, proof, attempt, fail, hold } = trial;
  if (proof.code === undefined && proof.passkey === undefined)
    throw new BadInput('errors.http.bad_input', 'errors.accounts.fill_code', 'code');
  const counted = { ...attempt, isCode: true } as const;
  await beginAttempt(deps, counted);
  let isWrong = false;
  try {
    const consume = await prepareProof(deps, trial);
    return await deps.db.transaction().execute(async (tx) => {
      await hold(tx);
      const kind = await consume(tx);
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

export interface PasswordAndProof extends Proof {
  current_password: string;
  client: Client;
}

type UseOfProof<Result> = (tx: Transaction<Schema>, kind: ProofKind | 'PASSWORD') => Promise<Result>;

/**
 * Checks the password and, with a second factor, a code or a passkey of the signed-in user, all of them limited; `use`
 * runs when they are right. `isOff`: what an account without a second factor is told; none: the password is enough.
 */
export async function withPasswordAndProof<Result>(
  deps: Deps,
  actor: Actor,
  { current_password, code, passkey, client }: PasswordAndProof,
  { isOff, use }: { isOff?: () => Error; use: UseOfProof<Result> },
): Promise<Result> {
  if (!(await isOwnPassword(deps, actor, { password: current_password, client }))) throw wrongCurrentPassword();
  if (!(await hasSecondFactor(deps.db, actor.id))) {
    if (isOff) throw isOff();
    return runInSession(deps, actor, (tx) => use(tx, 'PASSWORD'));
  }
  return withProof(deps, actor, { code, passkey, client }, use);
}

/** Checks a code or a passkey of the signed-in user. */
export async function withProof<Result>(
  deps: Deps,
  actor: Actor,
  { code, passkey, client }: Omit<PasswordAndProof, 'current_password'>,
  use: UseOfProof<Result>,
): Promise<Result> {
  const { email } = await selectUserById(deps.db, actor.id).executeTakeFirstOrThrow();
  const trial: Trial = {
    user: { id: actor.id, email },
    proof: { code, passkey },
    boundTo: CHALLENGE_OF.session(actor),
    attempt: { account: email.toLowerCase(), ...originOfSession(actor, client) },
    fail: passkey === undefined ? wrongCode : wrongPasskey,
    hold: (tx) => requireSession({ ...deps, db: tx }, actor),
  };
  return tryProof(deps, trial, use);
}
