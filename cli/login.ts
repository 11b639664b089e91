import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { read, type Portal } from './portal.ts';
import { EXIT, Failure, wrongUse, type Terminal } from './terminal.ts';
import type { ReplyOf } from '../contract/endpoint.ts';
import type { getMyUser } from '../features/accounts/accounts.calls.ts';

export type Myself = ReplyOf<typeof getMyUser>;

/** Where a user's programs keep their settings on each system. */
export function configurationFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), 'tunedesk');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'tunedesk');
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'tunedesk');
}

const loginFile = () => join(configurationFolder(process.platform, process.env, homedir()), 'login.json');

const isOfThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The address without a path; a token is sent over http only to this machine, unless it is said otherwise. */
export function readAddress(text: string, allowsHttp: boolean): string {
  const url = parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrongUse(`${text} is not the address of a portal.`);
  if (url.protocol === 'http:' && !allowsHttp && !isOfThisMachine(url.hostname)) {
    throw wrongUse('Over http everybody on the way could read the token. Use https, or log in with --allow-http.');
  }
  return url.origin;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** A token without the line break of the file that it came from. */
function readToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7E]+$/.test(token)) throw wrongUse('That is not an access token.');
  return token;
}

/** The portal and the token of the login, or those of `TUNEDESK_URL` and `TUNEDESK_TOKEN`. */
export async function readLogin(): Promise<Portal> {
  const { TUNEDESK_URL: url, TUNEDESK_TOKEN: token } = process.env;
  if (url && !token) throw wrongUse('TUNEDESK_URL needs TUNEDESK_TOKEN.');
  if (url && token) return { url: readAddress(url, false), token: readToken(token) };
  try {
    const stored = JSON.parse(await readFile(loginFile(), 'utf8')) as Portal;
    if (typeof stored.url === 'string' && typeof stored.token === 'string') return stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new Failure(`${loginFile()} cannot be read.`);
  }
  throw new Failure('Log in first: tunedesk login https://portal.example.com', { exitCode: EXIT.login, code: 'login' });
}

/** Checks an access token with the portal and stores both for the next commands. */
export async function logIn(terminal: Terminal, address: string, allowsHttp: boolean): Promise<void> {
  const url = readAddress(address, allowsHttp);
  const token = readToken(process.env['TUNEDESK_TOKEN'] ?? (await askForToken()));
  const { username } = await read<Myself>({ url, token }, '/users/my');
  const path = loginFile();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify({ url, token }, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
  terminal.print(`Logged in to ${url} as ${username}.`, { url, username, stored_in: path });
}

export async function logOut(terminal: Terminal): Promise<void> {
  await rm(loginFile(), { force: true });
  terminal.print('Logged out. The access token itself is ended in the portal, under Account Settings.', { done: true });
}

/** Reads the token from the terminal without showing it, or from what is piped in. */
async function askForToken(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) {
    stderr.write('Access token (Account Settings, Security): ');
    stdin.setRawMode(true);
  }
  const lines = createInterface({ input: stdin, terminal: stdin.isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) {
      stdin.setRawMode(false);
      stderr.write('\n');
    }
  }
}
