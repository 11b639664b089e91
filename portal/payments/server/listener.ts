import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/http/call.ts';
import { HttpProblem, notFound } from '../../../server/http/replies.ts';
import { keepMessage, LONGEST_MESSAGE_BYTES } from './inbox.ts';
import { vouchInSandbox } from './sandbox.ts';

/** Beyond the table of calls, because these take bytes as they come, or a form, and answer no JSON. */
export const PAYMENT_CALLS = ['/paypal/ipn', '/paypal/webhook', '/sandbox/checkout', '/sandbox/verify'].map((path) => ({
  method: 'POST',
  path,
}));

/** What a webhook is signed with. */
const SIGNED_WITH = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
];

/**
 * A provider that repeats itself is welcome; somebody who fills the disk is slowed down to what the provider can be
 * asked about, so that genuine notices do not wait behind his. The sandbox may send a thousand copies of everything.
 */
const perMinute = ({ paypal }: Deps['config']) => ({
  rateLimit: { max: paypal?.mode === 'paypal' ? 600 : 3000, timeWindow: 60_000 },
});

/** Where the provider reports, and what plays the provider in the sandbox. */
export async function mountPayments(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_MESSAGE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    own.post('/api/paypal/ipn', { config: perMinute(deps.config) }, (request, reply) => {
      // Nobody would look into it, or take it away again. A provider who means us comes back for days.
      if (deps.config.paypal === null) throw notFound();
      return receive(deps, { kind: 'IPN', headers: {} }, request, reply);
    });
    own.post('/api/paypal/webhook', { config: perMinute(deps.config) }, (request, reply) => {
      if (!deps.config.paypal?.webhook) throw notFound();
      const headers = Object.fromEntries(SIGNED_WITH.map((name) => [name, String(request.headers[name] ?? '')]));
      return receive(deps, { kind: 'WEBHOOK', headers }, request, reply);
    });
    own.post('/api/sandbox/verify', async (request, reply) =>
      reply.type('text/plain').send(await vouchInSandbox(deps, bodyOf(request))),
    );
    own.post('/api/sandbox/checkout', (request, reply) => leadToCheckout(deps, request, reply));
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** 200 says "it is safe here", so everything that went wrong is 503: then the provider sends it again. */
async function receive(
  deps: Deps,
  { kind, headers }: { kind: 'IPN' | 'WEBHOOK'; headers: Record<string, string> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const body = bodyOf(request);
  if (body.length === 0) return reply.status(200).send();
  try {
    await keepMessage(deps, { kind, body, headers });
  } catch (error) {
    request.log.error({ err: error }, 'a message about a payment could not be kept');
    throw new HttpProblem(503, 'unavailable', 'The portal is busy. Please try again in a moment.', 60);
  }
  return reply.status(200).send();
}

/** The payment form arrives at "the provider": its checkout page is one of the web app's. */
function leadToCheckout({ config }: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (config.paypal?.mode !== 'sandbox') throw notFound();
  const form = new URLSearchParams(bodyOf(request).toString('utf8'));
  const fields = ['custom', 'return', 'cancel_return'].map((name): [string, string] => [name, form.get(name) ?? '']);
  const amount = form.get('amount');
  if (amount !== null) fields.push(['amount', amount]);
  return reply.redirect(`/sandbox-checkout?${new URLSearchParams(fields).toString()}`, 303);
}
