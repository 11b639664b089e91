import type { ReactNode } from 'react';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { parseMoney } from '../../../credits/money.rules.ts';
import type { Feasible } from '../../file.ts';
import { offerChanged, type CurrentOffer } from '../review.rules.ts';

/** What a dialog would save; the price is the text as typed. Omitted: the dialog does not save that field. */
export type OwnOffer = { feasible?: Feasible | ''; price?: string; notes: string };

/** `before`: the value when the dialog was opened. */
type Difference = { name: string; before: string; own: string; now: string };

/** Lists the differences between a dialog and the file, in the words of the dialog. */
export function listDifferences(own: OwnOffer, now: CurrentOffer, before: CurrentOffer): Difference[] {
  const isFree = own.feasible === 'NOT_POSSIBLE';
  const rows = [
    own.feasible !== undefined && {
      name: t('files.review.feasibility'),
      before: feasibleText(before.feasible),
      own: feasibleText(own.feasible),
      now: feasibleText(now.feasible),
    },
    own.price !== undefined &&
      !isFree && {
        name: t('common.price'),
        before: `${formatAmount(before.price)} CRS`,
        own: priceText(own.price),
        now: `${formatAmount(now.price)} CRS`,
      },
    { name: t('common.notes'), before: before.notes ?? '–', own: own.notes.trim() || '–', now: now.notes ?? '–' },
  ];
  return rows.filter((row) => row !== false).filter((row) => row.own !== row.now);
}

const feasibleText = (feasible: Feasible | '' | null) => (feasible ? statusText(feasible) : '–');

function priceText(text: string): string {
  const number = parseMoney(text);
  if (text.trim() === '') return '–';
  return Number.isNaN(number) ? text : `${formatAmount(number)} CRS`;
}

type OfferConflictProps = {
  now: CurrentOffer;
  differences: readonly Difference[];
  /** Takes over the values of the file. */
  onTake: () => void;
  /** Stays with the dialog's own values; saving them replaces those of the file. */
  onKeep: () => void;
};

type OpenConflict = {
  conflict: { now: CurrentOffer | null; differences: readonly Difference[]; reminders: number };
  decide: (now: CurrentOffer, choice: { isTaken: boolean }) => void;
};

/** Shown below a dialog: another administrator's decision to compare with, or else why the save failed. */
export function conflictOr({ conflict, decide }: OpenConflict, failure: ReactNode): ReactNode {
  const { now, differences, reminders } = conflict;
  if (now === null || differences.length === 0) return failure;
  return (
    <OfferConflict
      // Remounted on saving without a decision, so that it is scrolled to and read out again.
      key={`${now.offer_version} ${reminders}`}
      now={now}
      differences={differences}
      onTake={() => decide(now, { isTaken: true })}
      onKeep={() => decide(now, { isTaken: false })}
    />
  );
}

/** Two administrators have decided differently: this one sees both decisions and decides again. */
function OfferConflict({ now, differences, onTake, onKeep }: OfferConflictProps) {
  return (
    <Alert
      kind="danger"
      title={
        now.offer_set_by === null
          ? t('files.review.conflict.changed')
          : t('files.review.conflict.changedBy', { username: now.offer_set_by })
      }
      action={
        <div className="flex flex-wrap gap-3">
          <Button small onClick={onTake}>
            {t('files.review.conflict.takeSavedButton')}
          </Button>
          <Button small onClick={onKeep}>
            {t('files.review.conflict.keepMineButton')}
          </Button>
        </div>
      }
    >
      <p>{refusalText(offerChanged(now))}</p>
      {now.offer_set_at && (
        <p className="text-small">
          <TimeStamp value={now.offer_set_at} />
        </p>
      )}
      <Differences differences={differences} />
    </Alert>
  );
}

function Differences({ differences }: Pick<OfferConflictProps, 'differences'>) {
  return (
    <table className="mt-2 w-full table-fixed text-left">
      <caption className="sr-only">{t('files.review.conflict.caption')}</caption>
      <thead className="text-small">
        <tr>
          <td />
          {[t('files.review.conflict.before'), t('files.review.conflict.yours'), t('files.review.conflict.saved')].map(
            (name) => (
              <th key={name} scope="col" className="py-1 pr-3 font-strong last:pr-0">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ name, before, own, now: saved }) => (
          <tr key={name} className="border-t border-current/20 align-top">
            <th scope="row" className="py-1 pr-3 text-small font-strong wrap-anywhere">
              {name}
            </th>
            <td className="py-1 pr-3 whitespace-pre-line wrap-anywhere">{before}</td>
            <td className="py-1 pr-3 whitespace-pre-line wrap-anywhere">{own}</td>
            <td className="py-1 whitespace-pre-line wrap-anywhere">{saved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
