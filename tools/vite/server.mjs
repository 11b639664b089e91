import { createServer } from 'vite';

process.env.API_URL ??= `http://localhost:${process.env.PORT || 3000}`;
const server = await createServer({ clearScreen: false, server: { port: Number(process.env.WEB_PORT || 5173) } });
await server.listen();
server.printUrls();

const end = () => void server.close().finally(() => process.exit());
process.once('SIGTERM', end);
