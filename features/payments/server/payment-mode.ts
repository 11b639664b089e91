import type { Deps } from '../../../server/http/call.ts';
import { clearNotice, raiseNotice } from '../../shop/notices/server/notices.ts';

/** At a start: warns the operator when buying is off by oversight, or when every customer can make credits. */
export async function noticePaymentMode({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { paymentsOff, isTestMode, publicUrl } = config;
  const details = { public_url: publicUrl ?? '' };
  for (const [kind, isSo] of [
    ['payments.off', paymentsOff === 'NOT_CHOSEN'],
    ['payments.test_mode', isTestMode],
  ] as const) {
    await (isSo ? raiseNotice(db, { kind, details }) : clearNotice(db, kind));
  }
}
