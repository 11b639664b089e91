import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../app/server/read-config.ts';
import { FORMER_SETTINGS, listFormerSettings } from './former-settings.ts';

const read = (env: Record<string, string>) => readConfig(env, '/nowhere');

test('no former setting is offered any more, and each that is set has its line at the start', () => {
  const offered: readonly string[] = readFileSync('.env.example', 'utf8').match(/^[A-Z][A-Z0-9_]*(?==)/gm) ?? [];
  expect(offered.length).toBeGreaterThan(30);
  expect(FORMER_SETTINGS.filter((name) => offered.includes(name))).toEqual([]);
  for (const name of FORMER_SETTINGS)
    expect([name, listFormerSettings({ [name]: '7' })]).toEqual([name, [expect.stringContaining(name)]]);
  expect(listFormerSettings({ PORT: '3000' })).toEqual([]);
});

test('the shop’s variables that are set share one line', () => {
  expect(listFormerSettings({ CHAT_URL: 'https://a.example', GAIN_URL: 'https://b.example' })).toEqual([
    'Decided under Configuration now, where a stored value overrides these variables: CHAT_URL, GAIN_URL.',
  ]);
});

test('former variables count where the setting that replaced them says nothing', () => {
  const { uploadsPerDay, uploadsPerDayUnverified, uploadsAtOnce } = read({
    UPLOADS_PER_DAY: '7',
    UPLOADS_AT_ONCE: '3',
    UPLOAD_LIMITS: 'at_once=9, unverified_megabytes=5',
  });
  expect([uploadsPerDay, uploadsPerDayUnverified, uploadsAtOnce]).toEqual([
    { files: 7, megabytes: 2000 },
    { files: 10, megabytes: 5 },
    9,
  ]);
  expect(read({ RETAIN_MAILS_DAYS: '90', QUARANTINE_DAYS: '0' })).toMatchObject({
    retainMailsDays: 90,
    quarantineDays: 0,
  });
  expect(read({ RETAIN_DAYS: 'mails=40', RETAIN_MAILS_DAYS: '90' }).retainMailsDays).toBe(40);
});

test('the keys of the backups’ bucket are in its address, or in their former variables', () => {
  const keys = { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' };
  const target = (env: Record<string, string>) =>
    read({ AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: 'other', ...env }).backupTarget;
  expect(target({ BACKUP_TARGET: 's3://KEY:a%2Fb%2Bc@backups/tunedesk' })).toMatchObject(keys);
  expect(
    target({ BACKUP_TARGET: 's3://backups', BACKUP_ACCESS_KEY_ID: 'KEY', BACKUP_SECRET_ACCESS_KEY: 'a/b+c' }),
  ).toMatchObject(keys);
  expect(target({ BACKUP_TARGET: 's3://backups' })).toMatchObject({ accessKeyId: 'other' });
});

test('the keys of the files’ bucket are in its address, or in their former variables; a backups’ bucket without keys has the same', () => {
  const keys = { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' };
  const former = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'a/b+c' };
  const inAddress = { STORAGE_URL: 's3://KEY:a%2Fb%2Bc@files' };
  for (const env of [inAddress, { ...former, STORAGE_URL: 's3://files' }, { ...inAddress, AWS_ACCESS_KEY_ID: '' }])
    expect(read({ ...env, BACKUP_TARGET: 's3://backups' })).toMatchObject({
      storagePlace: { bucket: 'files', ...keys },
      backupTarget: { bucket: 'backups', ...keys },
    });
  const other = { ...inAddress, AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: 'other' };
  expect(read({ ...other, BACKUP_TARGET: 's3://backups' })).toMatchObject({
    storagePlace: keys,
    backupTarget: { accessKeyId: 'other' },
  });
  const by = 'the keys in the address of a bucket, as in BACKUP_TARGET=s3://KEY:SECRET@bucket. It is still read.';
  expect(listFormerSettings(former)).toEqual([
    `AWS_ACCESS_KEY_ID is replaced by ${by}`,
    `AWS_SECRET_ACCESS_KEY is replaced by ${by}`,
  ]);
});
