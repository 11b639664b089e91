import { one, type Mutant } from './mutant.ts';

const SERVER = 'features/accounts/server';
const PASSKEY_SIGN_IN = `${SERVER}/second-factor/passkey-sign-in.test.ts`;
const PASSKEYS = `${SERVER}/second-factor/passkeys.test.ts`;
const AGAIN = `${SERVER}/second-factor/sign-in-again.test.ts`;
const PROVE_TS = `${SERVER}/second-factor/prove.ts`;
const ANSWERS_TS = `${SERVER}/second-factor/passkey-answers.ts`;
const CHALLENGES_TS = `${SERVER}/second-factor/passkey-challenges.ts`;
const PASSKEYS_TS = `${SERVER}/second-factor/passkeys.ts`;

/** What the page says that it is, in place of what the portal is. */
const CLAIMED_ORIGIN = (of: string) =>
  `JSON.parse(Buffer.from(${of}.response.clientDataJSON, 'base64url').toString()).origin`;

export const PASSKEY: Mutant[] = [
  one(
    'a challenge is answered twice',
    CHALLENGES_TS,
    [
      "    .deleteFrom('passkey_challenges')\n    .where('bound_to', '=', boundTo)\n    .where('expires_at', '>', clock.now().toISOString())\n    .returning(['challenge', 'user_handle'])",
      "    .selectFrom('passkey_challenges')\n    .where('bound_to', '=', boundTo)\n    .where('expires_at', '>', clock.now().toISOString())\n    .select(['challenge', 'user_handle'])",
    ],
    PASSKEY_SIGN_IN,
  ),
  one(
    'an answer counts however late it comes',
    CHALLENGES_TS,
    ["    .where('expires_at', '>', clock.now().toISOString())\n", ''],
    PASSKEY_SIGN_IN,
  ),
  one(
    'an answer counts with any ticket',
    CHALLENGES_TS,
    ['`sign-in ${hashToken(ticket)}`', '`sign-in ${hashToken(ticket).slice(64)}`'],
    PASSKEY_SIGN_IN,
  ),
  one(
    'an answer counts in another session',
    CHALLENGES_TS,
    ['`session ${sessionId}`', '`session ${sessionId.slice(36)}`'],
    AGAIN,
  ),
  one(
    'a new passkey counts in another session than the one that asked',
    CHALLENGES_TS,
    ['`new passkey ${sessionId}`', '`new passkey ${sessionId.slice(36)}`'],
    PASSKEYS,
  ),
  one(
    'a passkey proves its maker by a certificate',
    ANSWERS_TS,
    ['    if (!(await isWithoutCertificate(made))) return null;\n', ''],
    PASSKEYS,
  ),
  one(
    'a passkey answers on a page at another address',
    ANSWERS_TS,
    [
      'expectedOrigin: origin,\n      expectedRPID: rpID,\n      requireUserVerification: true,\n      // The',
      `expectedOrigin: ${CLAIMED_ORIGIN('answer')},\n      expectedRPID: rpID,\n      requireUserVerification: true,\n      // The`,
    ],
    PASSKEY_SIGN_IN,
    AGAIN,
  ),
  one(
    'a passkey is made on a page at another address',
    ANSWERS_TS,
    [
      'expectedOrigin: origin,\n      expectedRPID: rpID,\n      requireUserVerification: true,\n      supported',
      `expectedOrigin: ${CLAIMED_ORIGIN('made')},\n      expectedRPID: rpID,\n      requireUserVerification: true,\n      supported`,
    ],
    PASSKEYS,
  ),
  one(
    'a passkey for another portal is registered',
    ANSWERS_TS,
    [
      'expectedRPID: rpID,\n      requireUserVerification: true,\n      supported',
      'requireUserVerification: true,\n      supported',
    ],
    PASSKEYS,
  ),
  one(
    'the device need not check the person',
    ANSWERS_TS,
    ['requireUserVerification: true,\n      // The', 'requireUserVerification: false,\n      // The'],
    PASSKEY_SIGN_IN,
  ),
  one(
    'the counter is not checked',
    ANSWERS_TS,
    [
      "    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))\n",
      '',
    ],
    PASSKEY_SIGN_IN,
  ),
  one(
    'a passkey that has counted may send 0',
    ANSWERS_TS,
    ["eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])", "eb(eb.val(counter), '=', 0)"],
    PASSKEY_SIGN_IN,
  ),
  one(
    'the passkey of another user counts',
    ANSWERS_TS,
    ["    .where('id', '=', id)\n    .where('user_id', '=', userId)\n", "    .where('id', '=', id)\n"],
    PASSKEY_SIGN_IN,
    AGAIN,
  ),
  one(
    'the device need not say whose passkey it is',
    ANSWERS_TS,
    ['userHandle === undefined ? isOnlyStep :', 'userHandle === undefined ? false :'],
    PASSKEY_SIGN_IN,
  ),
  one(
    'a blocked user signs in with a passkey',
    `${SERVER}/second-factor/passkey-sign-in.ts`,
    ["if (user.status !== 'ACTIVE') throw", 'if (user.status === undefined) throw'],
    PASSKEY_SIGN_IN,
  ),
  one(
    'the last second factor of staff who need one is removed',
    PASSKEYS_TS,
    ['if (await isSecondFactorRequired(tx, actor)) throw secondFactorRequired();', ''],
    PASSKEYS,
  ),
  one(
    'the password alone adds a second factor beside another',
    PROVE_TS,
    [
      'if (!(await hasSecondFactor(deps.db, actor.id))) {',
      'if (!isOff || !(await hasSecondFactor(deps.db, actor.id))) {',
    ],
    PASSKEYS,
    AGAIN,
  ),
];
