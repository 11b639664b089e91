import { RecordInRow, pathOfFile, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { reasonText } from './payment-reason.tsx';
import type { PaymentMessage } from '../payments.calls.ts';
import { isToReview, nameOf, paymentOutcome } from './payment-outcome.tsx';

/** All of these columns are required, so rows grow taller instead. */
const TIME_MAY_WRAP = 'max-xl:[&_time]:whitespace-normal!';

export function paymentColumns(onReview: (message: PaymentMessage) => void): Column<PaymentMessage>[] {
  return [
    {
      key: 'received_at',
      header: t('payments.receivedAt'),
      cell: (message) => <TimeStamp value={message.received_at} />,
      cellClass: TIME_MAY_WRAP,
    },
    {
      key: 'transaction',
      header: t('payments.transaction'),
      cell: (message) => <Transaction message={message} />,
      cellClass: 'sm:max-xl:min-w-0!',
      priority: 1,
    },
    {
      key: 'username',
      header: t('common.usernameColumn'),
      cell: (message) => <RecordInRow to={pathOfUser(message.open_user_id)}>{message.username ?? '–'}</RecordInRow>,
      cellClass: 'wrap-anywhere!',
      priority: 2,
    },
    { key: 'amount', header: t('common.amount'), cell: amountOf, align: 'right', priority: 2 },
    {
      key: 'outcome',
      header: t('payments.outcome'),
      cell: (message) => <Outcome message={message} />,
      cellClass: 'sm:max-md:min-w-20 sm:max-md:wrap-anywhere! hyphens-auto',
      priority: 2,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      actions: true,
      showsHeader: true,
      cell: (message) =>
        isToReview(message) && (
          <Button
            small
            onClick={() => onReview(message)}
            aria-label={t('payments.reviewLabel', { name: nameOf(message) })}
          >
            {t('payments.reviewButton')}
          </Button>
        ),
    },
  ];
}

const amountOf = ({ amount: euros, currency }: PaymentMessage) =>
  euros === null ? (
    '–'
  ) : (
    <span className="whitespace-nowrap sm:max-md:whitespace-normal">{`${formatAmount(euros)} ${currency ?? '?'}`}</span>
  );

function Transaction({ message }: { message: PaymentMessage }) {
  const { payment_status: status, parent_transaction_id: parent, times_received: times, is_test: isTest } = message;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{nameOf(message)}</span>
      {status !== null && <span className="text-text2">{status.replaceAll('_', ' ')}</span>}
      {parent !== null && (
        <span className="text-small text-text3 wrap-anywhere">{t('payments.ofPayment', { name: parent })}</span>
      )}
      {times > 1 && <span className="text-small text-text3">{t('payments.receivedTimes', { count: times })}</span>}
      {isTest && <Badge>{t('common.test')}</Badge>}
    </span>
  );
}

function Outcome({ message }: { message: PaymentMessage }) {
  const { outcome, reason, file_id: fileId, open_file_id: openFileId, review_note: note } = message;
  return (
    <span className="grid justify-items-start gap-1 py-1">
      {paymentOutcome(message)}
      {outcome === null && message.last_error !== null && (
        <span className="text-small text-text3 wrap-anywhere">
          {t('payments.providerAsked', { count: message.attempts, error: message.last_error })}
        </span>
      )}
      {reason !== null && <span className="text-small text-text2">{reasonText(reason)}</span>}
      {fileId !== null && (
        <span className="text-small text-text2">
          <RecordInRow to={pathOfFile('administrator', openFileId)}>
            {t('payments.filePaid', { id: fileId })}
          </RecordInRow>
        </span>
      )}
      {note !== null && <span className="text-small text-text2 wrap-anywhere">{note}</span>}
    </span>
  );
}
