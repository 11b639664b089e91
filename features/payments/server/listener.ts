import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/http/call.ts';
import { HttpProblem, notFound } from '../../../server/http/replies.ts';
import { MAX_MESSAGE_BYTES, storeMessage } from './inbox.ts';
import type { NoticeCall, PaymentProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { isSandbox, verifyInSandbox } from './sandbox/sandbox.ts';

type Config = Pick<Deps['config'], 'paymentProvider'>;

/** The paths of all providers, including one that exists only in a test. */
const pathsOf = ({ paymentProvider }: Config): string[] => [
  ...new Set([
    ...PROVIDERS.flatMap(({ paths }) => paths),
    ...(paymentProvider?.noticeCalls ?? []).map(({ path }) => path),
  ]),
];

/** These calls are not in the table of calls, because they take raw bytes or a form, and reply without JSON. */
export const listPaymentCalls = (config: Config) =>
  [...pathsOf(config), ...SANDBOX_CALLS].map((path) => ({ method: 'POST', path }));

/**
 * A provider may repeat itself; an intruder who fills the disk is slowed down to the rate at which the provider can be
 * asked, so that genuine messages do not wait behind forged ones. Test payments may send a thousand copies of
 * everything.
 */
const perMinute = ({ paymentProvider }: Config) => ({
  rateLimit: { max: paymentProvider?.isTest === false ? 600 : 3000, timeWindow: 60_000 },
});

/** Mounts the calls that the provider reports to, and in the sandbox those that play the provider. */
export async function mountPayments(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    for (const path of pathsOf(deps.config)) {
      own.post(`/api${path}`, { config: perMinute(deps.config) }, (request, reply) =>
        receive(deps, path, request, reply),
      );
    }
    mountSandbox(own, deps);
  });
}

/** Accepts messages only at an address of the provider in use: nothing would examine or remove others. */
function callAt({ paymentProvider: provider }: Config, path: string): { provider: PaymentProvider; call: NoticeCall } {
  const call = provider?.noticeCalls.find((one) => one.path === path);
  if (!provider || !call) throw notFound();
  return { provider, call };
}

/** 200 means that the message is stored, so every failure is a 503, after which the provider sends it again. */
async function receive(deps: Deps, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider, call } = callAt(deps.config, path);
  reply.header('cache-control', 'no-store');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (body.length === 0) return reply.status(200).send();
  const headers = Object.fromEntries(call.signedWith.map((name) => [name, String(request.headers[name] ?? '')]));
  try {
    await storeMessage(deps, provider, { kind: call.kind, body, headers });
  } catch (error) {
    request.log.error({ err: error }, 'a message about a payment could not be stored');
    throw new HttpProblem(503, 'errors.unavailable', 60);
  }
  return reply.status(200).send();
}

/** The calls that play the provider. */
const SANDBOX_CALLS = ['/sandbox/checkout', '/sandbox/verify'];

function mountSandbox(app: FastifyInstance, deps: Deps): void {
  app.post('/api/sandbox/verify', async (request, reply) =>
    reply.type('text/plain').send(await verifyInSandbox(deps, bodyOf(request))),
  );
  app.post('/api/sandbox/checkout', (request, reply) => redirectToCheckout(deps, request, reply));
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Receives the payment form as "the provider" and leads to its checkout page, which is one of the web app's. */
function redirectToCheckout({ config }: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!isSandbox(config)) throw notFound();
  const form = new URLSearchParams(bodyOf(request).toString('utf8'));
  const fields = ['custom', 'return', 'cancel_return'].map((name): [string, string] => [name, form.get(name) ?? '']);
  const amount = form.get('amount');
  if (amount !== null) fields.push(['amount', amount]);
  return reply.redirect(`/sandbox-checkout?${new URLSearchParams(fields).toString()}`, 303);
}
