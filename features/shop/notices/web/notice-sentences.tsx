import { t } from '../../../../web/languages/text.ts';
import type { AlertKind } from '../../../../web/ui/alert.tsx';
import { absoluteTime } from '../../../../web/ui/time.tsx';
import type { NoticeKind, OperatorNotice } from '../notices.calls.ts';

type Details = OperatorNotice['details'];

const momentText = (moment: Details[string] | undefined): string => (moment ? absoluteTime(new Date(moment)) : '–');

interface Sentences {
  look: AlertKind;
  title: () => string;
  /** What the problem is, and what to do about it. */
  text: (details: Details) => string;
}

export const NOTICE_SENTENCES: Record<NoticeKind, Sentences> = {
  'disk.low': {
    look: 'danger',
    title: () => t('operator.diskNearlyFull'),
    text: (details) => t('operator.diskNearlyFullDetail', details),
  },
  'files.damaged': {
    look: 'danger',
    title: () => t('operator.storedFilesMissingDamaged'),
    text: (details) => t('operator.storedFilesChecked', details),
  },
  'backup.late': {
    look: 'danger',
    title: () => t('operator.backupLate'),
    text: (details) => t('operator.backupLateDetail', { last: momentText(details['last']) }),
  },
  'database.weak_role': {
    look: 'warning',
    title: () => t('operator.portalWorksOwnerDatabase'),
    text: (details) => t('operator.weakRole', details),
  },
  'database.slow_search': {
    look: 'warning',
    title: () => t('operator.searchingLongListsSlow'),
    text: () => t('operator.noPgTrgm'),
  },
  'storage.unreferenced': {
    look: 'warning',
    title: () => t('operator.manyFilesWithoutRecord'),
    text: (details) => t('operator.orphanedFiles', details),
  },
  'payments.off': {
    look: 'warning',
    title: () => t('common.paymentsOff'),
    text: (details) => t('operator.noPaymentMode', details),
  },
  'payments.test_mode': {
    look: 'danger',
    title: () => t('operator.testModeEverybodyMakeCredits'),
    text: (details) => t('operator.sandboxInPublic', details),
  },
  'proxy.unknown': {
    look: 'warning',
    title: () => t('operator.proxyNotTrusted'),
    text: (details) => t('operator.proxyNotTrustedDetail', details),
  },
};
