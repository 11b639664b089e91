import { t } from '../../../../web/languages/text.ts';
import type { AlertKind } from '../../../../web/ui/alert.tsx';
import { formatAbsoluteTime } from '../../../../web/ui/time.tsx';
import type { NoticeKind, OperatorNotice } from '../notices.calls.ts';

type Details = OperatorNotice['details'];

const momentText = (moment: Details[string] | undefined): string =>
  moment ? formatAbsoluteTime(new Date(moment)) : '–';

interface Sentences {
  look: AlertKind;
  title: () => string;
  /** What the problem is, and what to do about it. */
  text: (details: Details) => string;
}

export const NOTICE_SENTENCES: Record<NoticeKind, Sentences> = {
  'disk.low': {
    look: 'danger',
    title: () => t('shop.notices.diskNearlyFull'),
    text: (details) => t('shop.notices.diskNearlyFullDetail', details),
  },
  'files.damaged': {
    look: 'danger',
    title: () => t('shop.notices.damagedFiles'),
    text: (details) => t('shop.notices.damagedFilesDetail', details),
  },
  'backup.late': {
    look: 'danger',
    title: () => t('shop.notices.backupLate'),
    text: (details) => t('shop.notices.backupLateDetail', { last: momentText(details['last']) }),
  },
  'database.weak_role': {
    look: 'warning',
    title: () => t('shop.notices.weakRole'),
    text: (details) => t('shop.notices.weakRoleDetail', details),
  },
  'database.slow_search': {
    look: 'warning',
    title: () => t('shop.notices.slowSearch'),
    text: () => t('shop.notices.slowSearchDetail'),
  },
  'storage.unreferenced': {
    look: 'warning',
    title: () => t('shop.notices.orphanedFiles'),
    text: (details) => t('shop.notices.orphanedFilesDetail', details),
  },
  'payments.off': {
    look: 'warning',
    title: () => t('common.paymentsOff'),
    text: (details) => t('shop.notices.noPaymentModeDetail', details),
  },
  'payments.test_mode': {
    look: 'danger',
    title: () => t('shop.notices.sandboxInPublic'),
    text: (details) => t('shop.notices.sandboxInPublicDetail', details),
  },
  'proxy.unknown': {
    look: 'warning',
    title: () => t('shop.notices.proxyNotTrusted'),
    text: (details) => t('shop.notices.proxyNotTrustedDetail', details),
  },
};
