import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { isSandbox, verifyInSandbox } from './sandbox.ts';

/** The calls that play the provider. */
export const SANDBOX_CALLS = ['/sandbox/checkout', '/sandbox/verify'];

export function mountSandbox(app: FastifyInstance, deps: Deps): void {
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
