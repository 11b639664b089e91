import { accessSync, constants, mkdtempSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The parts of the configuration that this machine may not allow. */
export interface StartRequest {
  port: number;
  host: string;
  dataDir: string;
}

/** How long to wait for the port: a portal that is just stopping may still hold it. */
const PORT_TIMEOUT_MS = 3_000;

/** Throws a sentence when the port or the data folder cannot be used. Leaves no traces. */
export async function requireUsableMachine(requested: StartRequest, timeoutMs = PORT_TIMEOUT_MS): Promise<void> {
  requireWritableFolder(requested.dataDir);
  await requireFreePort(requested, timeoutMs);
}

async function requireFreePort({ port, host }: StartRequest, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const error = await tryPort(port, host);
    if (error === null) return;
    if (error.code !== 'EADDRINUSE' || Date.now() >= deadline) throw listenProblem(error, { port, host });
    await sleep(100);
  }
}

const tryPort = (port: number, host: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error));
    probe.listen({ port, host }, () => probe.close(() => resolve(null)));
  });

/** Explains an error of `listen` to the operator; other errors are returned unchanged. */
export function listenProblem(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<StartRequest, 'port' | 'host'>,
): Error {
  if (error.code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : 3000;
    return new Error(
      `PORT ${port} is in use by another program on this machine; end that program, or set another one, such as PORT=${other}.`,
    );
  }
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    return new Error(
      `PORT ${port} may not be used by ${describeUser()}; set PORT=3000 and put a proxy in front, or allow this user low ports.`,
    );
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(error.code ?? '')) {
    return new Error(
      `HOST "${host}" is no address of this machine; set HOST=0.0.0.0 for all of its addresses or HOST=127.0.0.1 for this machine alone.`,
    );
  }
  return error;
}

/** Checks the folder, or its nearest existing parent, and the entries directly in it. */
export function requireWritableFolder(dataDir: string): void {
  const existing = findNearestExisting(dataDir);
  const create = existing === dataDir ? '' : `mkdir -p ${dataDir} && `;
  const remedy = `give it to that user (${create}chown -R ${readUserName()} ${dataDir}), or set DATA_DIR to a folder of that user`;
  if (!statSync(existing).isDirectory()) {
    throw new Error(`DATA_DIR ${dataDir} cannot be a folder, for ${existing} is a file; set DATA_DIR to another path.`);
  }
  if (!isUsable(existing, constants.R_OK | constants.W_OK | constants.X_OK)) {
    throw new Error(`DATA_DIR ${dataDir} cannot be written by ${describeUser()}; ${remedy}.`);
  }
  if (existing !== dataDir) {
    requireSpaceForFolder(dataDir, existing);
    return;
  }
  const foreign = readdirSync(dataDir).find((name) => !isUsable(join(dataDir, name), constants.R_OK));
  if (foreign === undefined) return;
  throw new Error(`DATA_DIR ${dataDir} contains "${foreign}", which ${describeUser()} cannot read; ${remedy}.`);
}

/**
 * In /proc and the like, root has every right but still cannot create folders, and Node's recursive mkdir never ends.
 */
function requireSpaceForFolder(dataDir: string, parent: string): void {
  try {
    rmdirSync(mkdtempSync(join(parent, '.tunedesk-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be created, for no folder can be made in ${parent} (${code}); set DATA_DIR to another path.`,
      { cause: error },
    );
  }
}

function findNearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) || dirname(path) === path
    ? path
    : findNearestExisting(dirname(path));
}

function isUsable(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    // Another program may have removed its entry meanwhile.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run under ids that belong to no user.
    return String(process.getuid?.() ?? 'USER');
  }
}

const describeUser = () => `the user who runs Tunedesk (${readUserName()})`;
