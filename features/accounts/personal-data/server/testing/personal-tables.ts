/**
 * Tables with a reference to users that an erasure leaves unchanged, and why. From then on they name a person only by
 * number, except for the two logs.
 */
export const LEFT_BY_ERASURE: Readonly<Record<string, string>> = {
  changes: 'The audit list is only added to: what was written there stays, with the names of that time.',
  security_events: 'The security log is only added to, and the housekeeper removes entries after RETAIN_DAYS.',
  credit_accounts: 'The ledger is never changed.',
  credit_journals: 'The ledger is never changed.',
  ecu_work: 'Ends with the analysis.',
  change_feed: 'Removed after a minute.',
  event_slots: 'Ends with the connection.',
  file_proposals: 'Made by an administrator; only added to, and named by the signed proof, which names the file.',
  mailings: 'What an administrator has sent to all is of the portal, not of its author.',
  saved_replies: 'Texts of the portal, not of their author.',
  upload_slots: 'Ends with the upload.',
  user_stored_bytes: 'Numbers alone.',
};

/** Columns of other tables in which a text of the person may stay, and why; docs/operating.md names them too. */
export const COLUMNS_LEFT_BY_ERASURE: Readonly<Record<string, string>> = {
  'ai_generations.proof': 'A signed proof names the file; without that name its signature would no longer be right.',
};
