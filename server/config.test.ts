import { describe, expect, test } from 'vitest';
import { readConfig } from '../app/server/read-config.ts';

const SECRET = 'Geheim-77';
const read = (env: Record<string, string>) => readConfig(env, '/nowhere');

/** Returns the sentence that the operator reads, or `accepted`. */
function findSentence(env: Record<string, string>): string {
  try {
    read(env);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

const PUBLIC = { PUBLIC_URL: 'https://portal.example.com' };

describe('an invalid setting is refused with a sentence that names it and the remedy', () => {
  test.each([
    // PUBLIC_URL: no path, no typing errors.
    [{ PUBLIC_URL: 'https://example.com/portal' }, 'set PUBLIC_URL=https://example.com.'],
    [{ PUBLIC_URL: 'https://example.com/?a=1' }, 'set PUBLIC_URL=https://example.com.'],
    [{ PUBLIC_URL: 'http//portal.example.com' }, 'such as PUBLIC_URL=https://portal.example.com.'],
    [{ PUBLIC_URL: 'htps://my.example.com' }, 'such as PUBLIC_URL=https://my.example.com.'],
    [{ PUBLIC_URL: 'my.example.com' }, 'such as PUBLIC_URL=https://my.example.com.'],
    [{ PUBLIC_URL: 'localhost:3000' }, 'such as PUBLIC_URL=https://localhost:3000.'],
    [{ PUBLIC_URL: '//my.example.com/x' }, 'such as PUBLIC_URL=https://my.example.com.'],
    [{ PUBLIC_URL: '???' }, 'such as PUBLIC_URL=https://portal.example.com.'],
    [{ PUBLIC_URL: 'https://example.com ' }, 'PUBLIC_URL must not contain spaces'],
    [{ PUBLIC_URL: 'https://exam ple.com' }, 'PUBLIC_URL must not contain spaces'],
    [{ PUBLIC_URL: 'https://' }, 'PUBLIC_URL is no address'],
    [{ PUBLIC_URL: 'https://example.com:99999' }, 'PUBLIC_URL is no address'],
    [{ PUBLIC_URL: `https://me:${SECRET}@example.com` }, 'set PUBLIC_URL=https://example.com.'],
    // Roles.
    [{ ROLE: 'webb' }, 'ROLE must be one of all, web, worker, not "webb".'],
    [{ ROLE: 'worker' }, 'ROLE=worker needs DATABASE_URL'],
    [{ STOP_DELAY_SECONDS: '1h' }, 'STOP_DELAY_SECONDS must be a whole number from 0 to 600'],
    // Files.
    [{ BACKUP_TARGET: `https://me:${SECRET}@s3.example.com/backups` }, 'BACKUP_TARGET must be the whole path'],
    [{ BACKUP_TARGET: `s3://KEY:${SECRET}50%@backups` }, 'BACKUP_TARGET has a % in its keys'],
    [{ STORAGE_URL: 'https://s3.example.com/files' }, 'STORAGE_URL must be an address such as s3://KEY:SECRET@bucket'],
    [{ STORAGE_URL: `http://KEY:${SECRET}@files` }, 'STORAGE_URL must be an address such as s3://KEY:SECRET@bucket'],
    [{ STORAGE_URL: 's3://files?endpont=https://s3.example.com' }, 'STORAGE_URL must be an address such as'],
    [{ STORAGE_URL: 's3://files?endpoint=s3.example.com' }, 'must begin with https:// or http://'],
    [
      { STORAGE_URL: 's3://files' },
      'STORAGE_URL needs the keys of the bucket, percent-encoded: s3://KEY:SECRET@bucket',
    ],
    [{ STORAGE_URL: `s3://KEY:/${SECRET}@files` }, 'STORAGE_URL must be an address such as s3://KEY:SECRET@bucket'],
    [{ STORAGE_URL: `s3://KEY:#${SECRET}@files` }, 'STORAGE_URL must be an address such as s3://KEY:SECRET@bucket'],
    // Mail.
    [{ SMTP_URL: `smtp://me:${SECRET}@mail.example.com` }, 'PUBLIC_URL is not, so links in mails'],
    [
      { ...PUBLIC, SMTP_URL: `me:${SECRET}@mail.example.com` },
      'SMTP_URL must be an smtp(s) address, such as SMTP_URL=',
    ],
    [{ ...PUBLIC, SMTP_URL: `https://me:${SECRET}@mail.example.com` }, 'SMTP_URL must be an smtp(s) address'],
    [{ MAIL_FROM: 'Tunedesk' }, 'MAIL_FROM must be an e-mail address, such as MAIL_FROM='],
    [{ MAIL_FROM: 'Tunedesk <no-reply>' }, 'MAIL_FROM must be an e-mail address'],
    [{ MAIL_FROM: 'Tunedesk <a@example.com' }, 'MAIL_FROM must be an e-mail address'],
    [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an e-mail address'],
    // Database.
    [{ DATABASE_URL: `mysql://u:${SECRET}@db/x` }, 'DATABASE_URL must begin with postgresql://, such as DATABASE_URL='],
    [{ DATABASE_URL: 'db.example.com/tunedesk' }, 'DATABASE_URL must begin with postgresql://'],
    [{ STORAGE_URL: `s3://${SECRET}:s@files/a@b` }, 'an @ in a folder as %40'],
    [{ DATABASE_URL: `postgresql://u:${SECRET}#x@db/tunedesk` }, 'percent-encoded'],
    [{ DATABASE_URL: `postgresql://u:${SECRET} x@db/tunedesk` }, 'percent-encoded'],
    [{ DATABASE_URL: `postgresql://u:${SECRET}%@db/tunedesk` }, 'write it as %25'],
    [{ DATABASE_URL: 'postgresql://u:p@db:port/tunedesk' }, 'DATABASE_URL cannot be read as an address'],
    // Proxies.
    [
      { TRUSTED_PROXIES: 'true' },
      'TRUSTED_PROXIES: "true" is neither an IP address nor a network; list them with commas',
    ],
    [{ TRUSTED_PROXIES: '127.0.0.1;10.0.0.1' }, 'TRUSTED_PROXIES: "127.0.0.1;10.0.0.1"'],
    [{ TRUSTED_PROXIES: '127.0.0.1,proxy' }, 'TRUSTED_PROXIES: "proxy"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES: "10.0.0.0/33"'],
    [{ TRUSTED_PROXIES: '127.0.0.1,' }, 'TRUSTED_PROXIES: ""'],
    // Numbers and words.
    [{ PORT: '80a' }, 'PORT must be a whole number'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535, such as PORT=3000.'],
    [{ DISK_RESERVE_MB: '0' }, 'DISK_RESERVE_MB must be at least 100 while the embedded database is on this disk'],
    [{ DISK_RESERVE_MB: '99' }, 'or set DATABASE_URL'],
    [{ COMPLETE_AFTER_DAYS: '1.5' }, 'COMPLETE_AFTER_DAYS must be a whole number'],
    [
      { UPLOAD_LIMITS: 'files=-1' },
      'UPLOAD_LIMITS must be whole numbers up to 1000000, such as UPLOAD_LIMITS=files=200,',
    ],
    [{ UPLOAD_LIMITS: 'fils=1' }, 'not "fils=1"'],
    [{ RETAIN_DAYS: 'files=29' }, 'RETAIN_DAYS: files must be at least 30'],
    [
      {
        PAYMENT_MODE: 'paypal',
        ...PUBLIC,
        PAYPAL_BUTTON_ID: 'B',
        PAYPAL_RECEIVER_EMAIL: 'a@b.example',
        PAYPAL_HOST: 'x',
      },
      'PAYPAL_HOST must be paypal.com or',
    ],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of info, trace, debug, warn'],
    [{ ACTIVATION: 'yes' }, 'ACTIVATION must be one of optional, required'],
    [{ SESSION_SECRET: SECRET }, 'SESSION_SECRET must have at least 32 characters'],
    [{ GAIN_URL: 'www.example.com' }, 'GAIN_URL must be an http(s) address, such as GAIN_URL='],
    [{ ...PUBLIC, GAIN_URL: 'http://gain.example.com' }, 'GAIN_URL must begin with https://, as PUBLIC_URL does'],
  ])('%j', (env, part) => {
    const sentence = findSentence(env);
    expect(sentence).toContain(part);
    expect(sentence).not.toContain(SECRET);
    expect(sentence).not.toContain('\n');
  });
});

test.each([
  [{}],
  [PUBLIC],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000/' }],
  [{ ...PUBLIC, SMTP_URL: 'smtps://me:p%40ss@mail.example.com', MAIL_FROM: 'A Shop <shop@example.com>' }],
  [{ MAIL_FROM: 'shop@example.com' }],
  [{ DISK_RESERVE_MB: '100' }],
  [{ DISK_RESERVE_MB: '0', DATABASE_URL: 'postgresql://u:p@db/tunedesk' }],
  [{ DATABASE_URL: 'postgresql://u:p%40ss@db:5432/tunedesk?sslmode=require' }],
  [{ DATABASE_URL: 'postgres:///tunedesk?host=/run/postgresql' }],
  [{ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8,loopback' }],
  [{ PORT: ' 8080 ', LOG_LEVEL: 'warn' }],
])('%j is accepted', (env) => {
  expect(findSentence(env)).toBe('accepted');
});

test('the security log is retained for 180 days by default, for at least 30, or forever', () => {
  const daysOf = (RETAIN_DAYS?: string) => readConfig({ RETAIN_DAYS }, '/tmp').securityLogDays;
  expect([daysOf(), daysOf('security_log=30'), daysOf('security_log=0')]).toEqual([180, 30, 0]);
  expect(() => daysOf('security_log=7')).toThrow('RETAIN_DAYS: security_log must be at least 30');
});

test('PUBLIC_URL is reduced to its origin, without a trailing slash', () => {
  expect(read({ PUBLIC_URL: 'HTTPS://Portal.Example.com/' }).publicUrl).toBe('https://portal.example.com');
  expect(read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }).trustedProxies).toBe('127.0.0.1,10.0.0.0/8');
});
