import { readSecurityLogDays, readWholeNumber } from './config-numbers.ts';

/** What the housekeeper deletes by itself, and when; 0: never. */
export interface RetentionConfig {
  /** Days that a stored file which belongs to no record stays in quarantine; 0 = forever. */
  quarantineDays: number;
  /** Days that an entry of the security log is stored; 0 = forever. */
  securityLogDays: number;
  /** Days after which the bytes of a finished file are deleted; its record stays. */
  retainFilesDays: number;
  /** Days after which the messages of a closed ticket are deleted, together with their attachments. */
  retainMessagesDays: number;
  /** Days after which sent and refused mails are removed from the outbox. */
  retainMailsDays: number;
  /** Days after which a deleted account is erased. */
  retainDeletedUsersDays: number;
}

/** A mistyped setting must not delete what people still work with. */
const MIN_DAYS = 30;

type Environment = Record<string, string | undefined>;

export const readRetentionConfig = (env: Environment): RetentionConfig => ({
  quarantineDays: readWholeNumber(env, 'QUARANTINE_DAYS', 30, 36_500),
  securityLogDays: readSecurityLogDays(env),
  retainFilesDays: readDays(env, 'RETAIN_FILES_DAYS'),
  retainMessagesDays: readDays(env, 'RETAIN_MESSAGES_DAYS'),
  retainMailsDays: readDays(env, 'RETAIN_MAILS_DAYS'),
  retainDeletedUsersDays: readDays(env, 'RETAIN_DELETED_USERS_DAYS'),
});

function readDays(env: Environment, name: string): number {
  const found = readWholeNumber(env, name, 0, 36_500);
  if (found !== 0 && found < MIN_DAYS)
    throw new Error(`${name} must be at least ${MIN_DAYS}, or 0 for no end, which is the default.`);
  return found;
}
