import { one, type Mutant } from './mutant.ts';

const SERVER = 'features/accounts/server';
const SECOND_FACTOR = `${SERVER}/second-factor/second-factor.test.ts`;
const AGAIN = `${SERVER}/second-factor/sign-in-again.test.ts`;
const PROVIDER = `${SERVER}/provider/provider-sign-in.test.ts`;
const GOOGLE = `${SERVER}/google-sign-in.test.ts`;
const LINK = `${SERVER}/google-link.test.ts`;
const IDLE = `${SERVER}/idle-sessions.test.ts`;
const PROVIDER_TS = `${SERVER}/provider/provider-sign-in.ts`;
const CLIENT_TS = `${SERVER}/provider/provider-client.ts`;
const IDENTITY_TS = `${SERVER}/identity-sign-in.ts`;
const LINK_TS = `${SERVER}/google-link.ts`;
const TOKEN_TS = `${SERVER}/google-token.ts`;
const IDLE_TS = `${SERVER}/idle-sessions.ts`;

export const SIGN_IN: Mutant[] = [
  one('a token of another issuer signs in', TOKEN_TS, ['    issuer: ISSUERS,\n', ''], GOOGLE),
  one('a token for another program signs in', TOKEN_TS, ['    audience: clientId,\n', ''], GOOGLE),
  one("Google's token of another sign-in counts", TOKEN_TS, ['|| claims.data.nonce !== nonce', ''], GOOGLE),
  one(
    'an address that Google has not verified is linked',
    TOKEN_TS,
    ['email_verified: z.literal(true)', 'email_verified: z.optional(z.unknown())'],
    GOOGLE,
  ),
  one(
    'an account with the address is linked without its password',
    IDENTITY_TS,
    ["can(user, 'users.change') || !identity.ownsMailbox", "can(user, 'users.change')"],
    LINK,
    PROVIDER,
  ),
  one(
    'an account of staff is linked without its password',
    IDENTITY_TS,
    ["can(user, 'users.change') || !identity.ownsMailbox", '!identity.ownsMailbox'],
    LINK,
  ),
  one(
    'a stranger who registered the address keeps the password',
    IDENTITY_TS,
    ['{ verified: true, password_hash: null }', '{ verified: true }'],
    GOOGLE,
  ),
  one(
    'a blocked user signs in with Google or a provider',
    IDENTITY_TS,
    ["if (user.status !== 'ACTIVE') throw", 'if (user.status === undefined) throw'],
    GOOGLE,
    PROVIDER,
  ),
  one(
    'the same answer of a provider signs in twice',
    IDENTITY_TS,
    ['if (!(await consumeNonce(tx, deps, identity.nonce))) throw spent();', ''],
    GOOGLE,
    PROVIDER,
  ),
  one(
    'the user of one provider is the user of another with the same id',
    IDENTITY_TS,
    ["    .where('external_identities.issuer', '=', issuer)\n", ''],
    PROVIDER,
  ),
  one(
    'the ticket of a link is used twice',
    LINK_TS,
    ['if (!(await consumeNonce(tx, deps, jti))) throw linkTicketSpent();', ''],
    LINK,
  ),
  one(
    'the password alone links an account with a second factor',
    LINK_TS,
    ['if (!(await hasSecondFactor(deps.db, user.id))) return', 'if (user.id > 0) return'],
    LINK,
  ),
  one(
    'a blocked user links an account',
    LINK_TS,
    ["if (user.status !== 'ACTIVE') throw", 'if (user.status === undefined) throw'],
    LINK,
  ),
  one(
    'a ticket counts after the address of the account has changed',
    LINK_TS,
    ['if (!user || user.email !== email) throw', 'if (!user) throw'],
    LINK,
  ),
  one(
    'the sessions from before a link stay open',
    LINK_TS,
    ['  await endUserSessions({ db, log }, userId, { why: event, actorId: null, client });\n', ''],
    LINK,
    GOOGLE,
  ),
  one(
    'the state of the sign-in is not checked',
    PROVIDER_TS,
    ['expectedState: state,', "expectedState: new URLSearchParams(answer).get('state') ?? '',"],
    PROVIDER,
  ),
  one(
    'the nonce of the sign-in is not checked',
    PROVIDER_TS,
    ['expectedNonce: nonce,', 'expectedNonce: undefined,'],
    PROVIDER,
  ),
  one(
    'the code of another browser is exchanged',
    PROVIDER_TS,
    [
      "{ state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }",
      "{ state: derive('state'), nonce: derive('nonce'), verifier: 'v'.repeat(43) }",
    ],
    PROVIDER,
  ),
  one(
    'an answer of a provider counts however late it comes',
    PROVIDER_TS,
    ["if (!(Number(proof.split('.')[1]) > deps.clock.now().getTime())) throw notConfirmed();", ''],
    PROVIDER,
  ),
  one(
    'an address that a provider has not verified signs in',
    PROVIDER_TS,
    ['email_verified: z.literal(true)', 'email_verified: z.optional(z.unknown())'],
    PROVIDER,
  ),
  one(
    'what a provider says of another user counts',
    PROVIDER_TS,
    [
      'fetchUserInfo(client, tokens.access_token, sub)',
      'fetchUserInfo(client, tokens.access_token, library.skipSubjectCheck)',
    ],
    PROVIDER,
  ),
  one(
    'the signature of a provider is not checked',
    CLIENT_TS,
    ['[...allow, library.enableNonRepudiationChecks]', '[...allow]'],
    PROVIDER,
  ),

  one(
    'no fresh sign-in is asked for',
    'server/http/access.ts',
    ['needsFreshSignIn === undefined || isFresh === true ||', 'needsFreshSignIn !== undefined || isFresh === true ||'],
    AGAIN,
  ),
  one(
    'what takes the password needs no second factor after a while',
    'server/http/access.ts',
    ['needsFreshSignIn === true || (await hasSecondFactor())', 'needsFreshSignIn === true'],
    AGAIN,
  ),
  one(
    'a fresh sign-in counts for every session of the user',
    `${SERVER}/second-factor/sign-in-again.ts`,
    ["      .where('id', '=', actor.sessionId)\n", ''],
    AGAIN,
  ),
  one(
    'a sign-in stays fresh for a day',
    `${SERVER}/sessions.ts`,
    ['${FRESH_MINUTES} * interval', '${FRESH_MINUTES * 96} * interval'],
    AGAIN,
  ),
  one(
    'an unused session does not end',
    IDLE_TS,
    [
      'sql`least(${lastsUntil}::timestamptz, ${now}::timestamptz + ${idleTime(sql.val(role))})`',
      'sql`${lastsUntil}::timestamptz`',
    ],
    IDLE,
  ),
  one(
    'what a page repeats by itself keeps a session open',
    'app/server/app.ts',
    ['{ isUse: automatic !== true }', '{ isUse: automatic !== false }'],
    IDLE,
  ),
  one(
    'another idle time does not apply to open sessions',
    IDLE_TS,
    ['s.token_hint is null and s.opened_in', 's.token_hint is not null and s.opened_in'],
    IDLE,
  ),
  one(
    'staff without a second factor keep what they can do',
    `${SERVER}/second-factor/required.ts`,
    [
      'sql<boolean>`${isRequired} and not ${isProtected(user.id)}`',
      'sql<boolean>`false and ${isRequired} and not ${isProtected(user.id)}`',
    ],
    SECOND_FACTOR,
  ),
];
