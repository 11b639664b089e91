import type { FastifyInstance } from 'fastify';

const AGAIN_MS = 50;

/**
 * Also closes connections that serve their last call while the server is closing. Node closes those that are idle at
 * that moment and waits for the others, which browsers then hold open for as long as they like.
 */
export function closeLateConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const again = setInterval(() => app.server.closeIdleConnections(), AGAIN_MS);
    app.server.once('close', () => clearInterval(again));
  });
}
