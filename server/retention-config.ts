import { readNumbers } from './config-numbers.ts';

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

/** A mistyped setting must not delete what people still work with; the database itself refuses younger security events. */
const MIN_DAYS = 30;
const MAX_DAYS = 36_500;

const DEFAULTS = { files: 0, messages: 0, mails: 0, deleted_users: 0, quarantine: 30, security_log: 180 };

export function readRetentionConfig(env: Record<string, string | undefined>): RetentionConfig {
  const days = readNumbers(env, 'RETAIN_DAYS', DEFAULTS, MAX_DAYS);
  for (const [part, count] of Object.entries(days)) {
    if (part !== 'quarantine' && count !== 0 && count < MIN_DAYS)
      throw new Error(`RETAIN_DAYS: ${part} must be at least ${MIN_DAYS}, or 0 for no end.`);
  }
  return {
    quarantineDays: days.quarantine,
    securityLogDays: days.security_log,
    retainFilesDays: days.files,
    retainMessagesDays: days.messages,
    retainMailsDays: days.mails,
    retainDeletedUsersDays: days.deleted_users,
  };
}
