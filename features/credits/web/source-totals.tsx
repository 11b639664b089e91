import { CreditCard, ShieldCheck, Undo2, Upload, type LucideIcon } from 'lucide-react';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { Stat } from '../../../web/ui/stat.tsx';
import { type Ledger, SOURCE_TEXTS } from '../credits.calls.ts';

type Total = { field: 'admin' | 'refund' | 'paypal' | 'upload'; text: Label; Icon: LucideIcon };

const totals: readonly Total[] = [
  { field: 'admin', text: textKey('credits.fromAdmin'), Icon: ShieldCheck },
  { field: 'refund', text: textKey('credits.fromRefund'), Icon: Undo2 },
  { field: 'paypal', text: textKey('credits.fromPayPal'), Icon: CreditCard },
  { field: 'upload', text: textKey('credits.fromUpload'), Icon: Upload },
];

type SourceTotalsProps = {
  ledger: Ledger | undefined;
  /** Loading has failed and is not being retried. */
  isError?: boolean;
};

/** Totals by source; together they make up the balance (C-LED-01, X-CRS-07). */
export function SourceTotals({ ledger, isError = false }: SourceTotalsProps) {
  const nothing = isError ? '–' : <Skeleton className="h-5 w-16 sm:my-1.5 sm:h-7 sm:w-24" />;
  const isPhone = useMediaQuery('(width < 640px)');
  return (
    <ul
      aria-label={t('credits.totalsBySource')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={isPhone ? 0 : undefined}
      className="flex gap-2 overflow-x-auto *:shrink-0 sm:grid sm:grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] sm:gap-3"
    >
      {totals.map(({ field, text, Icon }) => (
        <li key={field} className="grid">
          <Stat
            label={t(text)}
            icon={<Icon />}
            value={ledger ? formatAmount(ledger[field]) : nothing}
            hint={ledger && field === 'upload' && partsText(ledger)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The two sources that count as uploads, in the words of the table. */
const partsText = ({ upload, dtc_off }: Ledger): string =>
  [
    `${t(SOURCE_TEXTS.Upload)} ${formatAmount(upload - dtc_off)}`,
    `${t(SOURCE_TEXTS['DTC OFF'])} ${formatAmount(dtc_off)}`,
  ].join(', ');
