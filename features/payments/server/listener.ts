import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/http/call.ts';
import { HttpProblem, notFound } from '../../../server/http/replies.ts';
import { MAX_MESSAGE_BYTES, storeMessage } from './inbox.ts';
import type { NoticeCall, PaymentProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import { mountSandbox, SANDBOX_CALLS } from './sandbox/sandbox-calls.ts';

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
