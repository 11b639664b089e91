import { randomUUID } from 'node:crypto';
import {
  BUILT_PASSWORD,
  buildEmailChange,
  buildLink,
  buildSignedIn,
  buildUser,
} from '../../features/accounts/server/accounts.factory.ts';
import { makeIdentityLink } from '../../features/accounts/server/google-link.ts';
import { beginGoogleSignIn } from '../../features/accounts/server/google-token.ts';
import {
  buildChallenge,
  buildPasskey,
  buildPasskeySignIn,
  buildSecondFactor,
  buildSecondStep,
} from '../../features/accounts/server/second-factor/second-factor.factory.ts';
import { buildAuthenticator } from '../../features/accounts/server/second-factor/authenticator.factory.ts';
import { CHALLENGE_OF } from '../../features/accounts/server/second-factor/passkey-challenges.ts';
import { staffCapabilities } from '../database/active-users.ts';
import { openSession } from '../../features/accounts/server/sessions.ts';
import { buildSolution, buildSolutionImage } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildNote } from '../../features/staff/notes/server/notes.factory.ts';
import { buildAiSession, buildGeneration, buildImage } from '../../features/dtc-off/server/dtc-off.factory.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildContinuation } from '../../features/accounts/server/continuation/continuation.factory.ts';
import { buildBoughtFile, buildChangeLink } from '../../features/files/changes/server/change-links.factory.ts';
import { buildDeliveredFile, buildRevision } from '../../features/files/revisions/server/revisions.factory.ts';
import { buildFurtherFile } from '../../features/files/further/server/further-files.factory.ts';
import { buildTicket, buildTicketMessage } from '../../features/tickets/server/tickets.factory.ts';
import { buildLoginMedia, samplePicture } from '../../features/catalogue/media/server/media.factory.ts';
import { buildMailing } from '../../features/messaging/server/mailings.factory.ts';
import { buildNotification } from '../../features/messaging/server/notifications.factory.ts';
import { somePushSubscription } from '../../features/messaging/server/push.factory.ts';
import { buildPaymentMessage, buildSandboxPayment } from '../../features/payments/server/payments.factory.ts';
import { buildOrder, buildProposal, buildProvedFile } from '../../features/files/delivery/server/proposals.factory.ts';
import { buildRepeatedFile, FINDING_NAMES } from '../../features/files/similar/server/similar-files.factory.ts';
import type { Deps } from '../http/call.ts';
import { postMail } from '../mail/outbox.ts';
import { buildDelivery, buildWebhook } from '../../features/webhooks/server/webhooks.factory.ts';
import { googleIssuer } from './google-issuer.ts';
import { CLIENT, identityProvider } from './identity-provider.ts';
import { encryptClientSecret } from '../../features/accounts/server/provider/client-secret.ts';
import { beginProviderSignIn } from '../../features/accounts/server/provider/provider-sign-in.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { buildPaidFile, PRICED } from './stories.ts';

export interface Target {
  input: Record<string, unknown>;
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
}

/** The user whom the target belongs to. */
type Subject = { id: number; email: string };
type BuildTarget = (deps: Deps, subject: Subject) => Promise<Target> | Target;

const someFile = { name: 'Golf 5.bin', bytes: new TextEncoder().encode('an ECU image') };

const somePicture = async () => ({ name: 'turbo.png', bytes: await samplePicture() });
const SOLUTION = { name: 'Stage 1', code: 'ST1', credits: 60, type: 'TUNING', order_no: 1, image_url: null };

const A_YEAR = { from: '2026-01-01', to: '2026-12-31' };

const someEmail = async (deps: Deps) => ({
  subject: 'New prices',
  body: '<p>From Monday on.</p>',
  recipients: [(await buildUser(deps)).email],
});

async function buildTokenSession(db: Deps['db'], userId: number): Promise<string> {
  const id = randomUUID();
  const token = { browser: 'Accounting', token_hint: 'x7Kq2A', token_capabilities: [] };
  const expires_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, expires_at, ...token })
    .execute();
  return id;
}

const WEBHOOK = { name: 'Accounting', url: 'https://books.example.com/hooks', events: ['file.paid'] };
const webhookTarget =
  (rest: Target['input'] = {}): BuildTarget =>
  async (deps) => ({ input: { ...rest, id: (await buildWebhook(deps)).id } });

const nothing: BuildTarget = () => ({ input: {} });
const subjectAs =
  (name: string): BuildTarget =>
  (_, { id }) => ({ input: { [name]: id } });

const buildStaffRole = ({ db }: Deps) =>
  db
    .insertInto('staff_roles')
    .values({ name: `Role ${Math.random()}`, capabilities: ['users.read-all'] })
    .returning(['id', 'name', 'capabilities'])
    .executeTakeFirstOrThrow();

const buildTicketId = async (deps: Deps, userId: number) => {
  const { id } = await buildFile(deps, { user_id: userId });
  return (await buildTicket(deps, { file_id: id })).id;
};

const fileTarget =
  (
    fields: Parameters<typeof buildFile>[1] = {},
    rest: Omit<Target, 'input'> & { input?: Target['input'] } = {},
  ): BuildTarget =>
  async (deps, { id }) => {
    const file = await buildFile(deps, { ...fields, user_id: id });
    return { ...rest, input: { id: file.id, ...rest.input } };
  };

const ticketTarget =
  (fields: Partial<Parameters<typeof buildTicket>[1]> = {}, input: Target['input'] = {}): BuildTarget =>
  async (deps, { id }) => {
    const file = await buildFile(deps, { user_id: id });
    const ticket = await buildTicket(deps, { ...fields, file_id: file.id });
    return { input: { id: ticket.id, ...input } };
  };

const aiSessionTarget =
  (input: Target['input'] = {}): BuildTarget =>
  async (deps, { id }) => {
    await buildCredits(deps, id, 10);
    const { file_name, ecu_id } = await buildAiSession(deps, { user_id: id });
    return { input: { file_name, ecu_id, ...input } };
  };

const generationTarget: BuildTarget = async (deps, { id }) => ({
  input: { id: (await buildGeneration(deps, { user_id: id })).id },
});

const orderTarget: BuildTarget = async (deps, { id }) => ({
  input: { id: (await buildOrder(deps, { user_id: id })).id },
});

const aiOriginalTarget: BuildTarget = async (deps, { id }) => ({
  input: { handle: (await buildAiSession(deps, { user_id: id })).file_name },
});

const reuseTarget: BuildTarget = async (deps, { id }) => {
  const { file, other } = await buildRepeatedFile(deps, { user_id: id });
  return { input: { id: file.id, otherId: other.id, confirmed: [...FINDING_NAMES] } };
};

const proposalTarget: BuildTarget = async (deps, { id }) => {
  const { file, proposal } = await buildProposal(deps, { user_id: id });
  return { input: { id: file.id, proposalId: proposal.id } };
};

const provedFileTarget: BuildTarget = async (deps, { id }) => ({
  input: { id: (await buildProvedFile(deps, { user_id: id })).id },
});

const subjectWithNotes =
  (input: Target['input'] = {}): BuildTarget =>
  (_, { id }) => ({ input: { kind: 'users', id, ...input } });

const passwordAndCode: BuildTarget = async (deps, { id }) => {
  const { recoveryCodes } = await buildSecondFactor(deps, id);
  return { input: { current_password: BUILT_PASSWORD, code: recoveryCodes[0] } };
};

/** Tells the portal of an identity provider. */
async function useIdentityProvider(deps: Deps) {
  const provider = await identityProvider();
  const clientSecret = await encryptClientSecret(deps, CLIENT.secret);
  const access = { name: 'Vardar', issuer: provider.issuer, clientId: CLIENT.id, clientSecret };
  Object.assign(deps.config, { webhookNetworks: ['127.0.0.1'], provider: (deps.config.provider ??= access) });
  return provider;
}

/** The newest session of the user is the one that calls. */
async function findCallingSession({ db }: Deps, userId: number) {
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId);
  const found = await sessions.orderBy('created_at', 'desc').executeTakeFirst();
  return { sessionId: found?.id ?? '' };
}

const newPasskeyTarget: BuildTarget = async (deps, { id }) => {
  const boundTo = CHALLENGE_OF.newPasskey(await findCallingSession(deps, id));
  const user = { id: Buffer.from(randomUUID()).toString('base64url') };
  const options = { ...(await buildChallenge(deps, boundTo, user.id)), user };
  return { input: { name: 'Phone', new_passkey: buildAuthenticator(deps.config).make(options) } };
};

/** The code is always a customer's: staff have none, and anybody may enter one. */
const continuationTarget: BuildTarget = async (deps) => ({ input: { code: (await buildContinuation(deps)).code } });

/**
 * For every call of the product: a fresh target in the state that the matrix names for it, and an input that succeeds.
 * A call that is missing here fails the test of the matrix.
 */
const builders: Record<string, BuildTarget> = {
  'POST /register': () => ({
    input: {
      username: 'Blagoja',
      full_name: 'Blagoja Petrov',
      email: `${randomUUID()}@example.com`,
      password: 'Copper-Lathe-88',
      phone: '+389 70 111 222',
      country: 'North Macedonia',
    },
  }),
  'POST /login': (_, { email }) => ({ input: { email, password: BUILT_PASSWORD } }),
  'POST /login/second-step': async (deps, { id }) => {
    const { recoveryCodes } = await buildSecondFactor(deps, id);
    return { input: { ticket: await buildSecondStep(deps, id), code: recoveryCodes[0] } };
  },
  'POST /users/my/continuation': () => ({ input: { page: '/my-files' } }),
  'POST /login/continuation/account': continuationTarget,
  'POST /login/continuation': continuationTarget,
  'GET /users/my/colleagues': nothing,
  'POST /users/my/colleagues': () => ({ input: { username: 'Elena', email: `${randomUUID()}@example.com` } }),
  'POST /users/my/colleagues/:id/invite': async (deps, { id }) => ({
    input: { id: (await buildUser(deps, { company_id: id, password_hash: null, verified: false })).id },
  }),
  'DELETE /users/my/colleagues/:id': async (deps, { id }) => ({
    input: { id: (await buildUser(deps, { company_id: id })).id },
  }),
  'DELETE /users/my/company': async (deps, { id }) => {
    const company = await buildUser(deps);
    const asColleague = deps.db.updateTable('users').set({ company_id: company.id }).where('id', '=', id);
    await asColleague.where('company_id', 'is', null).where('role', '=', 'CUSTOMER').execute();
    return { input: {} };
  },
  'GET /users/:id/colleagues': subjectAs('id'),
  'GET /users/my/sessions': nothing,
  'DELETE /users/my/sessions/:session': async (deps, { id }) => {
    const user = await deps.db
      .selectFrom('users')
      .selectAll()
      .select(staffCapabilities)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await openSession(deps, user);
    const sessions = deps.db.selectFrom('sessions').select('id').where('user_id', '=', id);
    const { id: session } = await sessions.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    return { input: { session } };
  },
  'POST /users/my/sessions/end-others': nothing,
  'GET /users/my/second-factor': nothing,
  'POST /users/my/second-factor': () => ({ input: { current_password: BUILT_PASSWORD } }),
  'PUT /users/my/second-factor': async (deps, { id }) => {
    const { code } = await buildSecondFactor(deps, id, { isBegun: true });
    return { input: { code: code() } };
  },
  'POST /users/my/second-factor/off': passwordAndCode,
  'POST /users/my/second-factor/recovery-codes': passwordAndCode,
  'GET /users/:id/second-factor': subjectAs('id'),
  'DELETE /users/:id/second-factor': async (deps) => {
    const { id } = await buildUser(deps);
    await buildSecondFactor(deps, id);
    return { input: { id } };
  },
  'POST /login/passkey/begin': nothing,
  'POST /login/passkey': async (deps, { id }) => ({ input: await buildPasskeySignIn(deps, id) }),
  'POST /login/second-step/passkey': async (deps, { id }) => {
    await buildPasskey(deps, id);
    return { input: { ticket: await buildSecondStep(deps, id) } };
  },
  'POST /users/my/sign-in': () => ({ input: { current_password: BUILT_PASSWORD } }),
  'POST /users/my/sign-in/passkey': async (deps, { id }) => {
    const passkey = await buildPasskey(deps, id);
    const boundTo = CHALLENGE_OF.session(await findCallingSession(deps, id));
    return { input: { passkey: passkey.answer(await buildChallenge(deps, boundTo)) } };
  },
  'POST /users/my/passkeys/challenge': nothing,
  'POST /users/my/passkeys/begin': () => ({ input: { current_password: BUILT_PASSWORD } }),
  'POST /users/my/passkeys': newPasskeyTarget,
  'PUT /users/my/passkeys/:id': async (deps, { id }) => ({
    input: { id: (await buildPasskey(deps, id)).id, name: 'Phone' },
  }),
  'POST /users/my/passkeys/:id/remove': async (deps, subject) => {
    await deps.db.deleteFrom('second_factors').where('user_id', '=', subject.id).execute();
    const { input } = await passwordAndCode(deps, subject);
    return { input: { ...input, id: (await buildPasskey(deps, subject.id)).id } };
  },
  'POST /auth/google/begin': async ({ config }) => {
    config.google = (await googleIssuer()).config;
    return { input: {} };
  },
  'POST /auth/google': async (deps, { email }) => {
    const issuer = await googleIssuer();
    deps.config.google = issuer.config;
    const { nonce, proof } = await beginGoogleSignIn(deps);
    return { input: { idToken: await issuer.sign({ email, sub: email, nonce }), proof } };
  },
  'POST /auth/provider/begin': async (deps) => {
    await useIdentityProvider(deps);
    return { input: {} };
  },
  'POST /auth/provider': async (deps, { email }) => {
    const provider = await useIdentityProvider(deps);
    const { address, proof } = await beginProviderSignIn(deps);
    return { input: { answer: provider.authorize(address, { claims: { email, sub: email } }), proof } };
  },
  'POST /auth/google/link': async (deps, { id, email }) => {
    const { ticket } = await makeIdentityLink(deps, email, { id, email });
    return { input: { ticket, password: BUILT_PASSWORD } };
  },
  'POST /register/activate': async (deps, { id }) => ({ input: { token: await buildLink(deps, id, 'ACTIVATE') } }),
  'POST /register/resend': async (deps, { id }) => {
    await deps.db.updateTable('users').set({ verified: false }).where('id', '=', id).execute();
    return { input: {} };
  },
  'POST /auth/request-reset-password': (_, { email }) => ({ input: { email } }),
  'POST /auth/reset-password': async (deps, { id }) => ({
    input: { token: await buildLink(deps, id, 'RESET'), password: 'Copper-Lathe-88' },
  }),
  'POST /auth/logout': nothing,
  'GET /users/my': nothing,
  'GET /emails/recipients': nothing,
  'GET /users/my/upload-limit': nothing,
  'PUT /users/my': () => ({ input: { username: 'New name', phone: '+49 30 123456', country: 'Germany' } }),
  'PUT /users/my/language': () => ({ input: { language: 'de' } }),
  'PUT /users/change-password': () => ({
    input: { current_password: BUILT_PASSWORD, new_password: 'Copper-Lathe-88' },
  }),
  'POST /users/my/email-change': async (deps, { id }) => {
    await deps.db.updateTable('users').set({ verified: false }).where('id', '=', id).execute();
    return { input: { new_email: `${randomUUID()}@example.com`, current_password: BUILT_PASSWORD } };
  },
  'POST /auth/confirm-email-change': async (deps, { id }) => ({
    input: { token: await buildEmailChange(deps, id, `${randomUUID()}@example.com`) },
  }),
  'GET /login/background': nothing,
  'GET /login/images': nothing,
  'POST /login/image-upload': async () => ({ input: {}, file: await somePicture() }),
  'DELETE /login/images/:id': async (deps) => ({ input: { id: (await buildLoginMedia(deps)).id } }),
  'GET /media/:name': async (deps) => ({ input: { name: (await buildLoginMedia(deps)).url.split('/').at(-1) } }),
  'POST /application-configuration': () => ({ input: { header_banner_text: 'Closed on Monday', uploader_text: '' } }),
  'GET /application-configuration': nothing,
  'GET /shop-hours': nothing,
  'GET /shop-settings': nothing,
  'PUT /shop-settings': () => ({ input: { chat_url: 'https://chat.example.com' } }),
  'PUT /shop-hours': () => ({ input: { hours: 'Mon-Fri 08:00-17:00', holidays: '12-25', time_zone: 'Europe/Skopje' } }),
  'POST /application-configuration/logo': async () => ({ input: {}, file: await somePicture() }),
  'DELETE /application-configuration/logo': nothing,
  'GET /solutions': nothing,
  'GET /solutions/:id': async (deps) => ({ input: { id: (await buildSolution(deps)).id } }),
  'POST /solutions': () => ({ input: SOLUTION }),
  'PUT /solutions/:id': async (deps) => ({ input: { ...SOLUTION, id: (await buildSolution(deps)).id } }),
  'DELETE /solutions/:id': async (deps) => ({ input: { id: (await buildSolution(deps)).id } }),
  'POST /solutions/standard': () => ({ input: { solutions: [{ code: 'ST1', credits: 60 }] } }),
  'GET /solutions/images': nothing,
  'POST /solutions/image-upload': async () => ({ input: {}, file: await somePicture() }),
  'DELETE /solutions/images/:id': async (deps) => ({ input: { id: (await buildSolutionImage(deps)).id } }),
  'POST /files': async (deps) => ({
    input: { ...VEHICLE, solution_ids: [(await buildSolution(deps)).id] },
    file: someFile,
  }),
  'GET /users/:id/files': subjectAs('id'),
  'GET /files/csv': nothing,
  'POST /files/selected': async (deps, { id }) => ({ input: { ids: [(await buildFile(deps, { user_id: id })).id] } }),
  'POST /files/selected/delete': async (deps, { id }) => ({
    input: { ids: [(await buildFile(deps, { user_id: id })).id], count: 1 },
  }),
  'GET /work': nothing,
  'POST /files/:id/start-work': fileTarget(),
  'POST /files/:id/start-work/undo': fileTarget({ status: 'IN_PROGRESS' }),
  'PUT /files/:id/assignee': async (deps, { id }) => ({
    input: { id: (await buildFile(deps, { user_id: id })).id, assignee_id: null, seen: null },
  }),
  'POST /files/selected/assign': async (deps, { id }) => ({
    input: { ids: [(await buildFile(deps, { user_id: id })).id], count: 1, assignee_id: null, with_others: false },
  }),
  'POST /tickets/selected/assign': async (deps, { id }) => ({
    input: { ids: [await buildTicketId(deps, id)], count: 1, assignee_id: null, with_others: false },
  }),
  'PUT /files/:id/presence': fileTarget(),
  'DELETE /files/:id/presence': fileTarget(),
  'POST /files/selected/notify': async (deps, { id }) => ({
    input: { ids: [(await buildFile(deps, { user_id: id })).id], count: 1, message: 'Closed on Monday' },
  }),
  'GET /files': nothing,
  'GET /files/:id': fileTarget(),
  'POST /files/describe-dtcs': () => ({
    input: {
      family: 'edc16',
      vehicle_manufacturer: null,
      rows: [
        { dtc: 'P0401', dtc_int: 1025, maker_number: null, state: 'on', shared_with: [], paths: [3], off_paths: [] },
      ],
    },
  }),
  'GET /expected-time': nothing,
  'GET /quote': async (deps) => ({ input: { solutions: String((await buildSolution(deps)).id) } }),
  'GET /files/:id/expected-time': fileTarget(),
  'GET /files/:id/change-link': fileTarget(),
  'POST /files/:id/change-link': async (deps, { id }) => ({
    input: { id: (await buildBoughtFile(deps, { user_id: id })).id },
  }),
  'DELETE /files/:id/change-link': fileTarget(),
  'POST /change-link': async (deps, { id }) => ({
    input: { token: (await buildChangeLink(deps, { user_id: id })).token },
  }),
  'GET /files/:id/revisions': fileTarget(),
  'POST /files/:id/revisions': async (deps, { id }) => ({
    input: { id: (await buildDeliveredFile(deps, { user_id: id })).id, reason: 'Idle is rough since.' },
  }),
  'POST /files/:id/revisions/decline': async (deps, { id }) => ({
    input: { id: (await buildRevision(deps, { user_id: id })).id, note: 'Not part of the order.' },
  }),
  'GET /files/:id/versions/:versionId/file': async (deps, { id }) => {
    const file = await buildDeliveredFile(deps, { user_id: id });
    const version = await deps.db
      .selectFrom('file_history')
      .select('id')
      .where('file_id', '=', file.id)
      .where('kind', '=', 'MODIFIED')
      .executeTakeFirstOrThrow();
    return { input: { id: file.id, versionId: version.id } };
  },
  'GET /files/:id/further-files': fileTarget(),
  'POST /files/:id/further-files': fileTarget({}, { file: someFile, input: { kind: 'LOG' } }),
  'GET /files/:id/further-files/:furtherId/file': async (deps, { id }) => {
    const further = await buildFurtherFile(deps, { user_id: id });
    return { input: { id: further.file_id, furtherId: further.id } };
  },
  'GET /files/:id/ordered-dtcs': orderTarget,
  'GET /files/:id/similar-files': fileTarget(),
  'GET /files/:id/original-to-compare': fileTarget(),
  'GET /files/:id/reuse/:otherId': reuseTarget,
  'POST /files/:id/reuse/:otherId': reuseTarget,
  'POST /files/:id/proposals': orderTarget,
  'POST /files/:id/proposals/:proposalId/attach': proposalTarget,
  'GET /files/:id/proposals/:proposalId/file': proposalTarget,
  'GET /files/:id/proposals/:proposalId/proof': proposalTarget,
  'GET /files/:id/proof': provedFileTarget,
  'GET /files/:id/proof-page': provedFileTarget,
  'GET /files/:id/identification': fileTarget(),
  'GET /files/:id/history': fileTarget(),
  'GET /files/:id/download': fileTarget(),
  'GET /files/:id/download-mod-file': async (deps, { id }) => ({
    input: { id: (await buildPaidFile(deps, { user_id: id })).id },
  }),
  'PUT /files/:id/cancel': fileTarget(),
  'PUT /files/:id/cancel/undo': fileTarget({ status: 'CANCELED', status_before_cancel: 'PENDING' }),
  'PUT /files/:id/confirm-and-pay': async (deps, subject) => {
    await buildCredits(deps, subject.id, 150);
    return fileTarget(PRICED)(deps, subject);
  },
  'POST /files/:id/upload-mod-file': fileTarget({}, { file: someFile }),
  'POST /files/:id/compare-mod-file': fileTarget({}, { file: someFile }),
  'PUT /files/:id/feasible-and-price': fileTarget(
    {},
    { file: someFile, input: { feasible: 'POSSIBLE', price: 80, notes: 'Mapped on the bench.' } },
  ),
  'DELETE /files/:id': fileTarget(),
  'GET /users/:id/tickets': subjectAs('id'),
  'GET /tickets/csv': nothing,
  'POST /tickets/selected': async (deps, { id }) => ({ input: { ids: [await buildTicketId(deps, id)] } }),
  'POST /tickets/selected/close': async (deps, { id }) => ({
    input: { ids: [await buildTicketId(deps, id)], count: 1 },
  }),
  'POST /tickets/selected/notify': async (deps, { id }) => ({
    input: { ids: [await buildTicketId(deps, id)], count: 1, message: 'Closed on Monday' },
  }),
  'GET /tickets': nothing,
  'GET /queue': nothing,
  'GET /queue/next': nothing,
  'GET /waiting': nothing,
  'GET /needs-you': nothing,
  'PUT /first-steps/dismiss': nothing,
  'GET /first-start': nothing,
  'PUT /first-start/dismiss': nothing,
  'POST /first-start/mail': nothing,
  'POST /first-start/backup': ({ config }) => {
    config.backupTarget = { folder: '/nowhere' };
    return { input: {} };
  },
  'GET /saved-replies': nothing,
  'POST /saved-replies': () => ({ input: { title: 'Received', message: 'Thank you for the file.' } }),
  'DELETE /saved-replies/:id': async ({ db }, { id }) => {
    const values = { title: 'Received', message: 'Thank you for the file.', user_id: id };
    return { input: await db.insertInto('saved_replies').values(values).returning('id').executeTakeFirstOrThrow() };
  },
  'GET /staff-roles': nothing,
  'POST /staff-roles': () => ({ input: { name: `Role ${Math.random()}`, capabilities: ['users.read-all'] } }),
  'PUT /staff-roles/:id': async (deps) => ({ input: await buildStaffRole(deps) }),
  'DELETE /staff-roles/:id': async (deps) => ({ input: { id: (await buildStaffRole(deps)).id } }),
  'GET /disk-use': nothing,
  'GET /users/my/views': nothing,
  'POST /users/:id/views': async (deps) => ({
    input: { id: (await buildUser(deps)).id, reason: 'The price list is said to be empty.' },
  }),
  'GET /users/my/access-tokens': nothing,
  'POST /users/my/access-tokens': () => ({
    input: { name: 'Accounting', days: 30, capabilities: [], current_password: BUILT_PASSWORD },
  }),
  'DELETE /users/my/access-tokens/:session': async ({ db }, { id }) => ({
    input: { session: await buildTokenSession(db, id) },
  }),
  'GET /webhooks': nothing,
  'POST /webhooks': () => ({ input: WEBHOOK }),
  'PUT /webhooks/:id': webhookTarget({ ...WEBHOOK, is_enabled: false }),
  'DELETE /webhooks/:id': webhookTarget(),
  'POST /webhooks/:id/key': webhookTarget(),
  'POST /webhooks/:id/test': webhookTarget(),
  'GET /webhooks/:id/deliveries': webhookTarget(),
  'POST /webhook-deliveries/:id/replay': async (deps) => ({ input: { id: (await buildDelivery(deps)).id } }),
  'GET /bin': nothing,
  'POST /bin/:kind/:id/restore': async (deps) => ({
    input: { kind: 'USER', id: (await buildUser(deps, { deleted_at: new Date() })).id },
  }),
  'GET /tags': nothing,
  'GET /internal/:kind/:id': subjectWithNotes(),
  'POST /internal/:kind/:id/notes': subjectWithNotes({ note: 'Pays by bank transfer.' }),
  'PUT /internal/:kind/:id/tags': subjectWithNotes({ tags: ['Dealer'] }),
  'DELETE /internal-notes/:id': async (deps, subject) => ({ input: { id: (await buildNote(deps, subject)).id } }),
  'GET /tickets/:id': async (deps, subject) => {
    const { input } = await ticketTarget()(deps, subject);
    // It is read by whom it is for, and by no other reader.
    await buildTicketMessage(deps, { ticket_id: Number(input.id), user_id: (await buildUser(deps)).id });
    return { input };
  },
  'POST /tickets': async (deps, { id }) => ({
    input: { fileId: (await buildFile(deps, { user_id: id })).id, message: 'It smokes when cold.' },
    file: someFile,
  }),
  'POST /tickets/:id/send-message': ticketTarget({}, { message: 'It smokes when cold.' }),
  'GET /tickets/:id/messages/:messageId/attachment': async (deps, subject) => {
    const { input } = await ticketTarget()(deps, subject);
    const message = { ticket_id: Number(input.id), user_id: subject.id, attachment: someFile };
    return { input: { ...input, messageId: (await buildTicketMessage(deps, message)).id } };
  },
  'PUT /tickets/:id/close': ticketTarget(),
  'POST /tickets/:id/reopen-own': ticketTarget(
    { status: 'CLOSED', closing_date: new Date() },
    { message: 'Still rough.' },
  ),
  'PUT /tickets/:id/reopen': ticketTarget({ status: 'CLOSED', closing_date: new Date() }),
  'POST /ai/upload': () => ({ input: {}, file: { name: 'Golf 5.bin', bytes: buildImage() } }),
  'POST /ai/get-dtcs': aiSessionTarget(),
  'POST /ai/choose-model': aiSessionTarget(),
  'POST /ai/dtc-off': aiSessionTarget({ dtcs: 'P0616', is_first: true }),
  'GET /ai/ecu-models': nothing,
  'GET /ai/sessions': nothing,
  'GET /ai/sessions/:handle/original': aiOriginalTarget,
  'POST /ai/staff/upload': () => ({ input: {}, file: { name: 'Golf 5.bin', bytes: buildImage() } }),
  'POST /ai/staff/get-dtcs': aiSessionTarget(),
  'POST /ai/staff/choose-model': aiSessionTarget(),
  'POST /ai/staff/dtc-off': aiSessionTarget({ dtcs: 'P0616', is_first: true }),
  'GET /ai/staff/ecu-models': nothing,
  'GET /ai/staff/sessions': nothing,
  'GET /ai/staff/sessions/:handle/original': aiOriginalTarget,
  'GET /ai/generations': nothing,
  'GET /users/country-changes': nothing,
  'GET /ai/generations/:id/file': generationTarget,
  'GET /ai/generations/:id/proof': generationTarget,
  'GET /ai/generations/:id/proof-page': generationTarget,
  'GET /ai/proof-key': nothing,
  'GET /ai/coverage': nothing,
  'GET /ai/record/csv': nothing,
  'GET /dashboard': nothing,
  'GET /operator/notices': nothing,
  'GET /dashboard/:userId': subjectAs('userId'),
  'GET /credits-ledger': () => ({ input: { limit: 25, offset: 0 } }),
  'GET /credits-ledger/:userId': (_, { id }) => ({ input: { userId: id, limit: 10, offset: 0 } }),
  'GET /credits-ledger/:userId/csv': subjectAs('userId'),
  'GET /credits-ledger/:userId/balances': subjectAs('userId'),
  'GET /credits-ledger/:userId/statement': (_, { id }) => ({ input: { userId: id, ...A_YEAR } }),
  'GET /credits-ledger/:userId/statement/csv': (_, { id }) => ({ input: { userId: id, ...A_YEAR } }),
  'GET /users': nothing,
  'GET /users/csv': nothing,
  'GET /users/:id': async (deps) => ({ input: { id: (await buildUser(deps)).id } }),
  'POST /users': () => ({
    input: {
      username: 'Blagoja',
      full_name: 'Blagoja Petrov',
      email: `${randomUUID()}@example.com`,
      role: 'CUSTOMER',
      invite: true,
    },
  }),
  'POST /users/:id/invite': async (deps) => ({
    input: { id: (await buildUser(deps, { password_hash: null, verified: false })).id },
  }),
  'GET /users/:id/leftovers': async (deps) => ({ input: { id: (await buildUser(deps)).id } }),
  'GET /users/:id/personal-data': async (deps) => ({ input: { id: (await buildUser(deps)).id } }),
  'POST /users/:id/erase': async (deps) => {
    const { id, email } = await buildUser(deps);
    return { input: { id, confirmation: email } };
  },
  'GET /users/:id/overview': async (deps) => ({ input: { id: (await buildUser(deps)).id } }),
  'DELETE /users/:id/sessions/:session': async (deps) => {
    const { id } = await buildSignedIn(deps);
    const { id: session } = await deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    return { input: { id, session } };
  },
  'PUT /users/:id/approve-country': async (deps) => {
    const { id } = await buildUser(deps);
    const change = {
      country: 'France',
      previous_country: 'Germany',
      country_changed_at: deps.clock.now().toISOString(),
    };
    await deps.db.updateTable('users').set(change).where('id', '=', id).execute();
    return { input: { id, country: 'France' } };
  },
  'PUT /users/:id': async (deps) => ({
    input: {
      id: (await buildUser(deps)).id,
      phone: '+49 30 123456',
      country: 'Germany',
      credit_balance: 0,
      ai_credit_balance: 0,
      balance_version: '0.0',
      role: 'CUSTOMER',
      status: 'ACTIVE',
    },
  }),
  'GET /emails': nothing,
  'POST /emails/send': async (deps) => ({ input: await someEmail(deps) }),
  'POST /emails/send/async': async (deps) => ({ input: await someEmail(deps) }),
  'GET /emails/mailings': nothing,
  'GET /emails/mailings/:id': async (deps) => ({ input: { id: await buildMailing(deps) } }),
  'PUT /notifications/users': async (deps) => ({
    input: { user_ids: [(await buildUser(deps)).id], message: '<p>New prices from Monday on.</p>' },
  }),
  'PUT /notifications/users/:userId/mark-read': async (deps, { id }) => {
    await buildNotification(deps, id);
    return { input: { userId: id } };
  },
  'PUT /notifications/users/:userId/mark-read/:notificationId': async (deps, { id }) => ({
    input: { userId: id, notificationId: await buildNotification(deps, id) },
  }),
  'GET /changes': nothing,
  'GET /security-events': nothing,
  'GET /credits-ledger/csv': nothing,
  'GET /search': () => ({ input: { text: 'golf' } }),
  'PUT /notifications/files/:fileId/mark-read': async (deps, { id }) => {
    const { id: fileId } = await buildFile(deps, { user_id: id });
    return { input: { fileId, up_to: await buildNotification(deps, id, { about: { kind: 'PRICE', fileId } }) } };
  },
  'GET /notifications/choices': nothing,
  'PUT /notifications/choices': () => ({ input: { kind: 'REPLY', by_mail: false, by_push: true } }),
  'GET /push/key': nothing,
  'PUT /push/subscription': () => ({ input: somePushSubscription() }),
  'DELETE /push/subscription': nothing,
  'GET /outbox': nothing,
  'GET /outbox/:id': async (deps) => {
    await postMail(deps.db, {
      key: randomUUID(),
      to: 'ana@example.com',
      mail: { subject: 'Hello', greeting: 'Hello Ana,', paragraphs: ['a mail.'] },
    });
    const mail = await deps.db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return { input: { id: mail.id } };
  },
  'GET /payments': nothing,
  'GET /payments/pending': nothing,
  'GET /reports': nothing,
  'GET /reports/:report/csv': () => ({ input: { report: 'revenue' } }),
  'PUT /payments/:id/review': async (deps) => ({
    input: { id: (await buildPaymentMessage(deps)).id, note: 'Asked the customer.' },
  }),
  'PUT /payments/:id/book': async (deps) => ({
    input: {
      id: (await buildPaymentMessage(deps)).id,
      user_id: (await buildUser(deps)).id,
      credits: 50,
      note: 'Asked the customer.',
    },
  }),
  'POST /sandbox/payments': (_, { id }) => ({ input: { custom: String(id), amount: 50, outcome: 'Completed' } }),
  'GET /sandbox/payments': nothing,
  'POST /sandbox/notices': async (deps, { id }) => ({
    input: { ...(await buildSandboxPayment(deps, String(id))), status: 'Refunded' },
  }),
  'DELETE /users/:id': async (deps) => ({ input: { id: (await buildUser(deps)).id } }),
};

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

export async function buildTarget(deps: Deps, endpoint: Endpoint, subject: Subject): Promise<Target> {
  // What may be left out may also be given.
  const method = endpoint.method === 'PATCH' ? 'PUT' : endpoint.method;
  const build = builders[nameOf({ ...endpoint, method })];
  if (!build) throw new Error(`server/testing/targets.ts says nothing about ${nameOf(endpoint)}`);
  return build(deps, subject);
}
