type Environment = Record<string, string | undefined>;

/** What a shop decides under Configuration. These variables are only its defaults, where nothing is stored. */
const SHOP_DECISIONS = [
  'WATCH_VIDEO_URL',
  'TUTORIAL_VIDEO_URL',
  'CHAT_URL',
  'GAIN_URL',
  'GOOGLE_CLIENT_ID',
  'LEGAL_NOTICE',
  'ACTIVATION',
  'SHOP_HOURS',
  'SHOP_HOLIDAYS',
  'SHOP_TIME_ZONE',
  'TARGET_TIMES',
  'COMPLETE_AFTER_DAYS',
  'REVISION_DAYS',
  ...['FACEBOOK', 'INSTAGRAM', 'YOUTUBE', 'TIKTOK', 'WHATSAPP', 'TELEGRAM', 'LINKEDIN', 'X'].map(
    (network) => `SOCIAL_${network}_URL`,
  ),
];

/** Settings that were several variables: the name of each part, and its former variable. */
const PARTS = {
  UPLOAD_LIMITS: {
    files: 'UPLOADS_PER_DAY',
    megabytes: 'UPLOAD_MB_PER_DAY',
    unverified_files: 'UPLOADS_PER_DAY_UNVERIFIED',
    unverified_megabytes: 'UPLOAD_MB_PER_DAY_UNVERIFIED',
    at_once: 'UPLOADS_AT_ONCE',
  },
  RETAIN_DAYS: {
    files: 'RETAIN_FILES_DAYS',
    messages: 'RETAIN_MESSAGES_DAYS',
    mails: 'RETAIN_MAILS_DAYS',
    deleted_users: 'RETAIN_DELETED_USERS_DAYS',
    quarantine: 'QUARANTINE_DAYS',
    security_log: 'SECURITY_LOG_DAYS',
  },
} as const;

/** The files, the backups or both are in a bucket. */
const IN_ADDRESS = 'the keys in the address of a bucket, as in BACKUP_TARGET=s3://KEY:SECRET@bucket';

/** Still read; what replaces them. */
const REPLACED: Readonly<Record<string, string>> = {
  PAYPAL_CHECKOUT_URL: 'PAYPAL_HOST',
  PAYPAL_VERIFY_URL: 'PAYPAL_HOST',
  PAYPAL_API_URL: 'PAYPAL_HOST',
  BACKUP_ACCESS_KEY_ID: 'BACKUP_TARGET=s3://KEY:SECRET@bucket',
  BACKUP_SECRET_ACCESS_KEY: 'BACKUP_TARGET=s3://KEY:SECRET@bucket',
  AWS_ACCESS_KEY_ID: IN_ADDRESS,
  AWS_SECRET_ACCESS_KEY: IN_ADDRESS,
  GOOGLE_JWKS_URL: 'nothing: Google publishes its keys at one address',
};

/** Not read any more; why not. */
const GONE: Readonly<Record<string, string>> = {
  PUSH_HOSTS: 'the push services of all browsers are built in',
  DRAIN_SECONDS: 'calls under way always have 60 seconds to finish',
};

const partsOf = (name: keyof typeof PARTS) => Object.entries(PARTS[name]);

export const FORMER_SETTINGS: readonly string[] = [
  ...SHOP_DECISIONS,
  ...Object.values(PARTS).flatMap((parts) => Object.values(parts)),
  ...Object.keys({ ...REPLACED, ...GONE }),
];

/** Returns the settings with former variables written as today's; a setting itself counts more than its former parts. */
export function translateFormerSettings(env: Environment): Environment {
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).map((name) => {
    const former = partsOf(name).flatMap(([part, variable]) =>
      env[variable]?.trim() ? `${part}=${env[variable]}` : [],
    );
    return [name, [...former, ...(env[name] ? [env[name]] : [])].join(',')];
  });
  const { BACKUP_TARGET: target, BACKUP_ACCESS_KEY_ID: key, BACKUP_SECRET_ACCESS_KEY: secret } = env;
  const BACKUP_TARGET =
    target?.startsWith('s3://') && !target.includes('@') && key && secret
      ? target.replace('s3://', () => `s3://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@`)
      : target;
  return { ...env, ...Object.fromEntries(parts), BACKUP_TARGET };
}

/** Returns a line for the operator about each kind of former variables that is still set. */
export function listFormerSettings(env: Environment): string[] {
  const isSet = (name: string) => Boolean(env[name]);
  const decided = SHOP_DECISIONS.filter(isSet);
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((name) =>
    partsOf(name).flatMap(([part, variable]) =>
      isSet(variable)
        ? `${variable} is now a part of ${name}: write ${name}=${part}=${env[variable]}. It is still read.`
        : [],
    ),
  );
  return [
    ...(decided.length === 0
      ? []
      : [`Decided under Configuration now, where a stored value overrides these variables: ${decided.join(', ')}.`]),
    ...parts,
    ...Object.entries(REPLACED).flatMap(([name, by]) =>
      isSet(name) ? `${name} is replaced by ${by}. It is still read.` : [],
    ),
    ...Object.entries(GONE).flatMap(([name, why]) => (isSet(name) ? `${name} is no longer a setting: ${why}.` : [])),
  ];
}
