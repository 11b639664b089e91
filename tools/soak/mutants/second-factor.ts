import { one, type Mutant } from './mutant.ts';

const SERVER = 'features/accounts/server';
const SECOND_STEP = `${SERVER}/second-factor/second-step.test.ts`;
const SECOND_FACTOR = `${SERVER}/second-factor/second-factor.test.ts`;
const PASSKEY_SIGN_IN = `${SERVER}/second-factor/passkey-sign-in.test.ts`;
const PROVIDER = `${SERVER}/provider/provider-sign-in.test.ts`;
const CODES_TS = `${SERVER}/second-factor/codes.ts`;
const SECRET_TS = `${SERVER}/second-factor/authenticator-secret.ts`;
const ATTEMPTS_TS = `${SERVER}/password-attempts.ts`;
const PROVE_TS = `${SERVER}/second-factor/prove.ts`;
const SECOND_STEP_TS = `${SERVER}/second-factor/second-step.ts`;

export const SECOND_FACTOR_CODES: Mutant[] = [
  one('a code of the app is used twice', CODES_TS, ["    .where('last_step', '<', step)\n", ''], SECOND_STEP),
  one(
    'the code that was used last counts again',
    CODES_TS,
    ["'last_step', '<', step", "'last_step', '<=', step"],
    SECOND_STEP,
  ),
  one('a recovery code is used twice', CODES_TS, ["    .where('used_at', 'is', null)\n", ''], SECOND_STEP),
  one(
    'a recovery code of another user counts',
    CODES_TS,
    ["hashToken(code))\n    .where('user_id', '=', userId)\n", 'hashToken(code))\n'],
    SECOND_STEP,
  ),
  one(
    'earlier recovery codes go on counting',
    CODES_TS,
    ["'user_id', '=', userId).execute()", "'user_id', '=', -1).execute()"],
    SECOND_FACTOR,
  ),
  one('codes count for a quarter of an hour', SECRET_TS, ['const WINDOW = 1;', 'const WINDOW = 30;'], SECOND_STEP),
  one(
    'a secret copied from another user counts',
    SECRET_TS,
    ['found.userId !== userId', 'found.userId === 0'],
    SECOND_FACTOR,
  ),
  one(
    'the code that confirms an app can be used again',
    `${SERVER}/second-factor/second-factor.ts`,
    ['{ confirmed_at: now, last_step: step }', '{ confirmed_at: now }'],
    SECOND_FACTOR,
  ),
  one(
    'an app that counts can be replaced',
    `${SERVER}/second-factor/second-factor.ts`,
    ['if (found !== undefined && found.confirmed_at !== null) throw secondFactorOn();', ''],
    SECOND_FACTOR,
  ),
  one('wrong codes are not limited', PROVE_TS, ['  await beginAttempt(deps, counted);\n', ''], SECOND_STEP),
  one(
    'the right password makes wrong codes forgotten',
    ATTEMPTS_TS,
    ['(isCode ? nameCodes(account) : account)', '(isCode ? account : account)'],
    SECOND_STEP,
  ),
  one(
    'wrong codes of a day are not counted',
    ATTEMPTS_TS,
    ['  if (attempt.isCode) {', '  if (attempt.isCode && isKnown) {'],
    SECOND_STEP,
  ),
  one(
    'the right password alone opens a session',
    SECOND_STEP_TS,
    ['if (!(await hasSecondFactor(deps.db, user.id))) return', 'if (user.id > 0) return'],
    SECOND_STEP,
    PROVIDER,
  ),
  one(
    'the ticket of the first step is used twice',
    SECOND_STEP_TS,
    [
      "await consumeLink(tx, deps.clock.now(), ticket, ['SECOND_STEP'])",
      "await findLinkOwner(tx, deps.clock.now(), ticket, ['SECOND_STEP'])",
    ],
    SECOND_STEP,
  ),
  {
    name: 'a mailed link counts as the right password',
    edits: [
      {
        file: SECOND_STEP_TS,
        from: "findLinkOwner(db, clock.now(), ticket, ['SECOND_STEP'])",
        to: "findLinkOwner(db, clock.now(), ticket, ['SECOND_STEP', 'RESET'])",
      },
      {
        file: SECOND_STEP_TS,
        from: "consumeLink(tx, deps.clock.now(), ticket, ['SECOND_STEP'])",
        to: "consumeLink(tx, deps.clock.now(), ticket, ['SECOND_STEP', 'RESET'])",
      },
    ],
    tests: [SECOND_STEP],
  },
  {
    name: 'a blocked user takes the second step',
    edits: [
      {
        file: `${SERVER}/link-tokens.ts`,
        from: "    .where('account_links.expires_at', '>', now.toISOString())\n    .where('users.status', '=', 'ACTIVE')\n",
        to: "    .where('account_links.expires_at', '>', now.toISOString())\n",
      },
      {
        file: `${SERVER}/link-tokens.ts`,
        from: "select('id').where('status', '=', 'ACTIVE')",
        to: "select('id')",
      },
    ],
    tests: [SECOND_STEP, PASSKEY_SIGN_IN],
  },
];
