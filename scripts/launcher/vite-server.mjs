import { createServer } from 'vite';

const api = `http://localhost:${process.env.PORT || 3000}`;
const proxy = { '/api': { target: api } };
const server = await createServer({ clearScreen: false, server: { port: Number(process.env.WEB_PORT || 5173), proxy } });
await server.listen();
server.printUrls();

const end = () => void server.close().finally(() => process.exit());
process.once('SIGTERM', end);
