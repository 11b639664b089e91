/** All adjustable parts of a notice that the sandbox sends. */
export interface SandboxNotice {
  transactionId: string;
  parentId?: string;
  status: string;
  /** As written, even when it is not a valid amount. */
  amount: string;
  currency: string;
  /** The primary address of the account that was paid. */
  receiver: string;
  /** The address that the payment named, when that is another one of the account. */
  business?: string;
  custom: string;
  charset: 'windows-1252' | 'UTF-8';
  reasonCode?: string;
  /** Distinguishes two notices of one status, as the provider's own number does. */
  trackId: string;
}

/** Writes an instant payment notification, field by field in the provider's own order and spelling. */
export function writeIpn(notice: SandboxNotice): Buffer {
  const fields: [string, string | undefined][] = [
    ['mc_gross', notice.amount],
    ['protection_eligibility', 'Eligible'],
    ['payer_id', 'SANDBOXBUYER1'],
    ['payment_date', '20:12:59 Jan 13, 2026 PST'],
    ['payment_status', notice.status],
    ['charset', notice.charset],
    // Contains a character that differs between the two charsets.
    ['first_name', 'Živko'],
    ['reason_code', notice.reasonCode],
    ['notify_version', '3.9'],
    ['custom', notice.custom],
    ['payer_status', 'verified'],
    ['business', notice.business ?? notice.receiver],
    ['payer_email', 'buyer@sandbox.example'],
    ['parent_txn_id', notice.parentId],
    ['txn_id', notice.transactionId],
    ['payment_type', 'instant'],
    ['last_name', 'Đurić & Söhne'],
    ['receiver_email', notice.receiver],
    ['txn_type', 'web_accept'],
    ['item_name', 'Credits'],
    ['mc_currency', notice.currency],
    ['residence_country', 'MK'],
    ['test_ipn', '1'],
    ['ipn_track_id', notice.trackId],
  ];
  const written = fields
    .filter((field): field is [string, string] => field[1] !== undefined)
    .map(([name, value]) => `${name}=${spell(value, notice.charset)}`);
  return Buffer.from(written.join('&'), 'latin1');
}

/** Encoder for windows-1252; Node can only decode it. What it lacks becomes a question mark, as at the provider. */
const WINDOWS_1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);

function spell(value: string, charset: SandboxNotice['charset']): string {
  const bytes =
    charset === 'UTF-8'
      ? [...Buffer.from(value, 'utf8')]
      : Array.from(value, (character) => WINDOWS_1252.get(character) ?? 0x3f);
  return bytes
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (byte === 0x20) return '+';
      return /[A-Za-z0-9_.-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
