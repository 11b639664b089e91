import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { Folded } from '../../../../web/ui/folded.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert, type AlertKind } from '../../../../web/ui/alert.tsx';
import { TimeStamp, formatAbsoluteTime } from '../../../../web/ui/time.tsx';
import type { NoticeItem, NoticeKind, OperatorNotice } from '../notices.calls.ts';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import * as contract from '../notices.calls.ts';
import { useCan } from '../../../../web/client/session.ts';

/**
 * What is wrong with the portal itself; renders nothing while all is well. Each notice of the server is shown
 * separately. `only` limits a screen to the kinds it is about.
 */
export function OperatorNotices({ only }: { only?: readonly NoticeKind[] }) {
  const isReader = useCan('operator.read-notices');
  const { data = [], isPending } = useOperatorNotices(isReader);
  // Marks what is below as not yet in its place.
  if (isReader && isPending) return <span hidden data-coming="" />;
  // A tab opened before an update of the server does not know its new kinds; it shows them after a reload.
  const notices = data.filter(({ kind }) => Object.hasOwn(NOTICE_SENTENCES, kind) && (only?.includes(kind) ?? true));
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('shop.notices.title')} className="mb-6 grid gap-3">
      {notices.map((notice) => (
        <Notice key={notice.kind} notice={notice} />
      ))}
    </section>
  );
}

function Notice({ notice: { kind, details, items, raised_at } }: { notice: OperatorNotice }) {
  const { look, title, text } = NOTICE_SENTENCES[kind];
  return (
    <Alert kind={look} title={title()}>
      {/* Polled numbers, such as the free space, are not read out again with every change. */}
      <p aria-live="off" className="mt-1 max-w-prose">
        {text(details)}
      </p>
      {items.length > 0 && <Items items={items} />}
      <p className="mt-1 text-small">
        {t('shop.notices.since')} <TimeStamp value={raised_at} />
      </p>
    </Alert>
  );
}

function Items({ items }: { items: readonly NoticeItem[] }) {
  return (
    <Folded className="mt-2" title={t('shop.notices.listLink', { number: items.length })}>
      <ul className="mt-1 grid max-h-64 gap-1 overflow-y-auto">
        {items.map(({ text, to }) => (
          <li key={text} className="wrap-anywhere">
            {to === null ? (
              text
            ) : (
              <Link to={to} className="underline underline-offset-2">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Folded>
  );
}

const NOTICES_POLL_MS = 30_000;

const useOperatorNotices = (isReader: boolean) =>
  useQuery({
    queryKey: ['operator-notices'],
    queryFn: ({ signal }) => call(contract.listOperatorNotices, {}, { signal }),
    enabled: isReader,
    ...pollEvery(NOTICES_POLL_MS),
  });

type Details = OperatorNotice['details'];

const momentText = (moment: Details[string] | undefined): string =>
  moment ? formatAbsoluteTime(new Date(moment)) : '–';

interface Sentences {
  look: AlertKind;
  title: () => string;
  /** What the problem is, and what to do about it. */
  text: (details: Details) => string;
}

const NOTICE_SENTENCES: Record<NoticeKind, Sentences> = {
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
  'webhooks.disabled': {
    look: 'warning',
    title: () => t('shop.notices.webhooksOff'),
    text: () => t('shop.notices.webhooksOffDetail'),
  },
};
