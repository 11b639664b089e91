import { ArrowLeft, Printer } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { CsvDownload } from '../../../web/lists/csv-download.tsx';
import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { useCan, useSession } from '../../../web/client/session.ts';
import { Brand } from '../../../web/frame/brand.tsx';
import { MainArea } from '../../../web/frame/main-area.tsx';
import { getShopZone } from '../../../web/frame/shop.ts';
import { OfflineStrip } from '../../../web/frame/offline-strip.tsx';
import { isolated, t, textKey } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useTheme } from '../../../web/ui/dark-mode.ts';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import type { Statement, StatementPart } from '../statement.calls.ts';
import { useDownloadStatement, useStatement } from './credits.api.ts';
import { formatShopDay } from '../../../web/languages/time-zone.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { type LedgerRow, SOURCE_TEXTS } from '../credits.calls.ts';
import { fileText, pathOfCause, useReader } from './ledger-cause.tsx';

/** A page to print, so it has no menu: one's own statement, or for administrators that of a customer. */
export default function CreditsStatementScreen() {
  const user = useSession()?.user;
  const isAdministrator = useCan('ledger.read-all');
  useTheme(isAdministrator ? 'system' : 'chosen');
  const requestedId = Number(useParams().id);
  const userId = isAdministrator ? requestedId : (user?.id ?? 0);
  const back = isAdministrator ? `/admin/edit-user/${requestedId}` : '/my-credits-history';
  return (
    <>
      <OfflineStrip />
      <MainArea className="mx-auto grid max-w-4xl gap-6 px-4 py-6 sm:px-6 print:max-w-none print:p-0">
        <StatementOf userId={userId} back={back} />
      </MainArea>
    </>
  );
}

function StatementOf({ userId, back }: { userId: number; back: string }) {
  const [parameters, setParameters] = useSearchParams();
  const [from, to] = ['from', 'to'].map((name) => parameters.get(name) || undefined);
  const { data, error, isFetching, refetch } = useStatement({ userId, from, to });
  const choose = (name: 'from' | 'to', day: string) => {
    const days = { from: data?.from ?? '', to: data?.to ?? '', ...(from && { from }), ...(to && { to }), [name]: day };
    if (day) setParameters(days, { replace: true });
  };
  const refused = error instanceof ApiError && error.status === 400;
  return (
    <>
      <Bar back={back} userId={userId} statement={refused ? undefined : data} />
      <h1 className="text-heading wrap-anywhere">
        {data && !refused ? `${data.full_name}\u{a0}· ${t('common.creditsStatement')}` : t('common.creditsStatement')}
      </h1>
      <div className="grid gap-3 sm:grid-cols-[repeat(2,minmax(0,12rem))] print:hidden">
        <Field label={t('common.from')}>
          <TextInput
            type="date"
            value={from ?? data?.from ?? ''}
            onChange={({ target }) => choose('from', target.value)}
          />
        </Field>
        <Field label={t('common.until')}>
          <TextInput type="date" value={to ?? data?.to ?? ''} onChange={({ target }) => choose('to', target.value)} />
        </Field>
      </div>
      {error && !isFetching && refused && <Alert kind="danger">{messageFor(error, '')}</Alert>}
      {error && !isFetching && !refused && !data && <LoadError onRetry={() => void refetch()} />}
      {data && !refused && <Paper statement={data} userId={userId} />}
      {!data && !error && <SkeletonLines lines={6} />}
    </>
  );
}

function Bar({ back, userId, statement }: { back: string; userId: number; statement: Statement | undefined }) {
  const download = useDownloadStatement();
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <ButtonLink to={back} icon={<ArrowLeft />}>
        {t('common.back')}
      </ButtonLink>
      {statement && (
        <>
          <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
            {t('common.print')}
          </Button>
          <CsvDownload download={download} input={{ userId, from: statement.from, to: statement.to }} />
        </>
      )}
    </div>
  );
}

function Paper({ statement, userId }: { statement: Statement; userId: number }) {
  const isStaff = useCan('users.read-all');
  const { full_name, username, email, from, to, made_at, parts } = statement;
  return (
    <>
      {/* Shows on paper whose statement it is; on the screen the menu does. */}
      <div className="hidden print:block">
        <Brand />
      </div>
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2">
        <p className="wrap-anywhere">
          <strong>{full_name}</strong>
          <br />
          <RecordLink to={isStaff ? pathOfUser(userId) : null}>{isolated(username)}</RecordLink>,{' '}
          <EmailText email={email} />
        </p>
        <p className="sm:text-right">
          <strong>{t('credits.statement.period', { from, to, zone: getShopZone() })}</strong>
          <br />
          <span className="text-text2">
            {t('credits.statement.madeAt')} <TimeStamp value={made_at} />
          </span>
        </p>
      </div>
      {parts.map((part) => (
        <StatementTable key={part.unit} part={part} period={{ from, to }} />
      ))}
      <p className="text-small text-text2">{t('credits.statement.hint')}</p>
    </>
  );
}

type StatementTableProps = { part: StatementPart; period: { from: string; to: string } };

const UNITS = { MAIN: textKey('common.credits'), AI: textKey('common.aiCredits') };

/** Opening, every entry in order, closing: amounts in one column and balances in the next, to be added up by hand. */
export function StatementTable({ part, period }: StatementTableProps) {
  return (
    <section aria-label={t(UNITS[part.unit])} className="overflow-x-auto rounded-card border bg-surface print:border-0">
      <table className="w-full border-collapse text-body">
        <caption className="px-3 pt-3 text-left text-lead font-strong sm:px-5">{t(UNITS[part.unit])}</caption>
        <thead>
          <tr className="border-b text-small text-text2">
            <Head>{t('credits.date')}</Head>
            <Head>{t('credits.entry')}</Head>
            <Head isNumber>{t('common.amount')}</Head>
            <Head isNumber>{t('credits.balance')}</Head>
          </tr>
        </thead>
        <tbody>
          <Line day={period.from} what={t('credits.openingBalance')} balance={part.opening} isSum />
          {part.rows.map((row) => (
            <Line
              key={row.id}
              day={formatShopDay(new Date(row.created_at))}
              what={<Entry row={row} />}
              change={row.credit_balance}
              balance={row.balance_after}
            />
          ))}
          <Line day={period.to} what={t('credits.closingBalance')} change={null} balance={part.closing} isSum />
        </tbody>
      </table>
      <p className="flex flex-wrap gap-x-6 px-3 py-3 text-small text-text2 sm:px-5">
        <span>{t('credits.receivedTotal', { n: formatAmount(part.received) })}</span>
        <span>{t('credits.spentTotal', { n: formatAmount(part.spent) })}</span>
      </p>
    </section>
  );
}

function Entry({ row }: { row: LedgerRow }) {
  const path = pathOfCause(row, useReader());
  const { file_id, note, is_test } = row;
  const source = t(SOURCE_TEXTS[row.source]);
  const more = [note, is_test ? t('common.test') : null].filter((text) => text !== null);
  return (
    <>
      {file_id === null ? <RecordLink to={path}>{source}</RecordLink> : source}
      {(file_id !== null || more.length > 0) && (
        <span className="block text-small text-text2 wrap-anywhere">
          {file_id !== null && <RecordLink to={path}>{fileText(file_id)}</RecordLink>}
          {file_id !== null && more.length > 0 && ', '}
          {more.join(', ')}
        </span>
      )}
    </>
  );
}

const CELL = 'px-2 py-2 align-top sm:px-5';

function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={clsx(CELL, isNumber ? 'text-right' : 'text-left')}>
      {children}
    </th>
  );
}

type LineProps = { day: string; what: ReactNode; change?: number | null; balance: number; isSum?: boolean };

function Line({ day, what, change = null, balance, isSum = false }: LineProps) {
  return (
    <tr className={clsx('border-b', isSum && 'font-strong')}>
      <td className={clsx(CELL, 'whitespace-nowrap max-sm:text-small')}>{day}</td>
      <td className={CELL}>{what}</td>
      <td className={clsx(CELL, 'text-right')}>{change === null ? '' : formatAmount(change)}</td>
      <td className={clsx(CELL, 'text-right')}>{formatAmount(balance)}</td>
    </tr>
  );
}
