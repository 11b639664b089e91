import { isIP } from 'node:net';

type Environment = Record<string, string | undefined>;

const PORTAL_EXAMPLE = 'such as PUBLIC_URL=https://portal.example.com';

/** Named groups of addresses: https://www.npmjs.com/package/proxy-addr */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d+)?$/i;

/** Reads an optional http or https address; throws a sentence that names the variable. */
export function readAddress(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    throw new Error(`${name} must be an http(s) address, such as ${name}=https://www.example.com/page.`);
  }
  return text.replace(/\/$/, '');
}

/** Reads the address of a page that the portal shows in a frame. An https page cannot frame an http one. */
export function readFrameAddress(env: Environment, name: string): string | null {
  const address = readAddress(env, name);
  if (address?.startsWith('http://') && /^https:/i.test(env.PUBLIC_URL ?? '')) {
    throw new Error(
      `${name} must begin with https://, as PUBLIC_URL does: no browser shows a page of http inside one of https.`,
    );
  }
  return address;
}

/** Reads the address of the portal as an origin: the portal works only at the top of its host. */
export function readPublicUrl(env: Environment): string | null {
  const text = env.PUBLIC_URL;
  if (!text) return null;
  if (/\s/.test(text)) throw new Error(`PUBLIC_URL must not contain spaces; write one address, ${PORTAL_EXAMPLE}.`);
  if (!/^https?:\/\//i.test(text)) {
    throw new Error(`PUBLIC_URL must begin with https:// or http://, such as PUBLIC_URL=https://${readHost(text)}.`);
  }
  if (!URL.canParse(text))
    throw new Error(`PUBLIC_URL is no address that a browser can open; write it ${PORTAL_EXAMPLE}.`);
  const { origin, pathname, search, hash, username, password } = new URL(text);
  if (username !== '' || password !== '') {
    throw new Error(`PUBLIC_URL must not contain a user name or a password; set PUBLIC_URL=${origin}.`);
  }
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new Error(
      `PUBLIC_URL must have no path, for the portal is at the top of its host; set PUBLIC_URL=${origin}.`,
    );
  }
  return origin;
}

/** Finds the host in text that was meant as an address; returns an example when there is none. */
function readHost(text: string): string {
  const host = text.replace(/^(?:[a-z]{2,6}:?\/\/?|:?\/\/)/i, '').split(/[/?#]/)[0] ?? '';
  return HOST_NAME.test(host) ? host : 'portal.example.com';
}

/** Requires a public address: mails contain links, which would otherwise lead every reader to their own machine. */
export function readSmtpUrl(env: Environment, publicUrl: string | null): string | null {
  const text = env.SMTP_URL;
  if (!text) return null;
  // The message never includes the value: it may contain a password.
  if (!/^smtps?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    throw new Error('SMTP_URL must be an smtp(s) address, such as SMTP_URL=smtps://user:password@mail.example.com.');
  }
  if (publicUrl === null) {
    throw new Error(
      `SMTP_URL is set and PUBLIC_URL is not, so links in mails would lead to localhost; set the address that people type, ${PORTAL_EXAMPLE}.`,
    );
  }
  return text.replace(/\/$/, '');
}

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL';

/** Reads the addresses of the operator's database; the others are ignored unless the first one is set. */
export function readDatabaseUrls(env: Environment) {
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  return {
    databaseUrl,
    databaseOwnerUrl: databaseUrl === null ? null : readDatabaseUrl(env, 'DATABASE_OWNER_URL'),
    databaseDirectUrl: databaseUrl === null ? null : readDatabaseUrl(env, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: databaseUrl === null ? null : readDatabaseUrl(env, 'DATABASE_READ_URL'),
  };
}

/**
 * Reads the address of the operator's PostgreSQL; whether it responds is checked later (database/await-database.ts).
 */
function readDatabaseUrl(env: Environment, name: DatabaseSetting): string | null {
  const text = env[name];
  if (!text) return null;
  const example = `such as ${name}=postgresql://user:password@host:5432/tunedesk`;
  // The message never includes the value: it may contain a password.
  if (!/^postgres(?:ql)?:\/\//i.test(text)) throw new Error(`${name} must begin with postgresql://, ${example}.`);
  if (/\s/.test(text) || !URL.canParse(text)) {
    throw new Error(
      `${name} cannot be read as an address. Write it ${example}, with characters such as @ : / # ? % in the password percent-encoded (@ is %40).`,
    );
  }
  try {
    decodeURIComponent(new URL(text).password);
  } catch {
    throw new Error(`${name} has a % in its password that is not percent-encoded; write it as %25.`);
  }
  return text;
}

/** Reads a comma-separated list of addresses and networks, in the form that Fastify takes. */
export function readTrustedProxies(env: Environment): string | null {
  const text = env.TRUSTED_PROXIES?.trim();
  if (!text) return null;
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries.join(',');
  throw new Error(
    `TRUSTED_PROXIES: "${wrong}" is neither an IP address nor a network; list them with commas, such as TRUSTED_PROXIES=127.0.0.1,10.0.0.0/8.`,
  );
}

export function isNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.includes(entry)) return true;
  const [address = '', length, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d+$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}

/** Reads the sender: `Name <address>` or an address alone. */
export function readMailFrom(env: Environment): string {
  const text = env.MAIL_FROM?.trim();
  if (!text) return 'Tunedesk <no-reply@tunedesk.local>';
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
  if (!isEmail(address)) {
    throw new Error('MAIL_FROM must be an e-mail address, such as MAIL_FROM=Tunedesk <no-reply@example.com>.');
  }
  return text;
}

export function readAdminEmail(env: Environment): string {
  const text = env.ADMIN_EMAIL?.trim();
  if (!text) return 'admin@tunedesk.local';
  if (!isEmail(text)) throw new Error('ADMIN_EMAIL must be an e-mail address, such as ADMIN_EMAIL=you@example.com.');
  return text;
}

const isEmail = (text: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text);
