/**
 * In lower case: what many try first and the list of the package leaves out, because its own search finds it otherwise
 * or because it is of this trade.
 */
const MORE_COMMON_PASSWORDS = [
  '12341234',
  '87654321',
  '987654321',
  '9876543210',
  '0123456789',
  '12345678910',
  'aa12345678',
  'abcdefgh',
  'abcd1234',
  'admin1234',
  'audi1234',
  'bmw12345',
  'changeme123',
  'chiptuning',
  'facebook1',
  'golfgti1',
  'guest123',
  'iphone123',
  'p@ssword',
  'password1!',
  'passwort123',
  'root1234',
  'summer123',
  'summer2024',
  'summer2025',
  'summer2026',
  'toor1234',
  'tuning123',
  'tuning1234',
  'user1234',
  'welcome123',
  'winter123',
  'winter2024',
  'winter2025',
  'winter2026',
];

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The most used passwords, in lower case: about 49 000. Read at the first password that is chosen, because most processes
 * and browsers never see one.
 */
export function readCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readAll().catch((error: unknown) => {
    common = undefined;
    throw error;
  });
  return common;
}

async function readAll(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'].map((password) => password.toLowerCase());
  return new Set([...listed, ...MORE_COMMON_PASSWORDS]);
}
