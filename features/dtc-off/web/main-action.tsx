import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useKeyAction } from '../../../web/frame/actions.ts';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { ActionBar } from '../../../web/ui/action-bar.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { isOutOfCredits } from '../credits.rules.ts';
import { useIsFree } from './dtc-off.api.ts';

type MainActionProps = {
  /** Null: the codes have not been requested yet. */
  selectedCount: number | null;
  /** Number of codes that go off together with the selected ones. */
  togetherCount: number;
  /** Whether any row can be selected at all. */
  hasSelectable: boolean;
  isBusy: boolean;
  /** Further files of a paid session are free. */
  isCharged: boolean;
  /** Why nothing can be generated whatever is selected; null: it can be. */
  reason: string | null;
  onCheck: () => void;
  onGenerate: () => void;
  /** Messages about what went wrong. */
  children?: ReactNode;
};

/** The one button for the opened file: first it requests the codes, then it generates the file (C-ANA-27 to 31). */
export function MainAction(props: MainActionProps) {
  const { selectedCount, isBusy, isCharged, onCheck, onGenerate, children } = props;
  const reasonId = useId();
  const hasSelection = selectedCount !== null && selectedCount > 0;
  const isOut = useIsOutOfCredits() && !isCharged;
  const reason = findDisabledReason(props);
  const text = hasSelection ? t('dtc-off.generateButton') : t('dtc-off.readCodesButton');
  const press = () => {
    if (reason !== null || isBusy) return;
    if (hasSelection) onGenerate();
    else onCheck();
  };
  useKeyAction(text, 'c', reason === null && !(hasSelection && isOut) ? press : null);
  const button = (
    <Button
      variant={hasSelection ? 'go' : 'primary'}
      busy={isBusy}
      busyIcon={<FiveDots />}
      busyText={hasSelection ? t('dtc-off.generating') : t('dtc-off.readingCodes')}
      aria-disabled={reason !== null || undefined}
      aria-describedby={reason === null ? undefined : reasonId}
      onClick={press}
    >
      {text}
    </Button>
  );
  return (
    <ActionBar actions={hasSelection && isOut ? <BuyLink /> : button}>
      {children}
      <p id={reasonId} role="status" className="text-text2 [&>b]:font-strong [&>b]:text-text">
        {reason ??
          (hasSelection ? <Chosen {...props} selectedCount={selectedCount} /> : t('dtc-off.price.readingFree'))}
      </p>
    </ActionBar>
  );
}

function findDisabledReason({ selectedCount, hasSelectable, reason }: MainActionProps): string | null {
  if (selectedCount === null) return null;
  if (reason !== null) return reason;
  if (selectedCount > 0) return null;
  return hasSelectable ? t('dtc-off.selection.required') : t('dtc-off.noneSelectable.buttonHint');
}

type ChosenProps = Pick<MainActionProps, 'togetherCount' | 'isCharged'> & { selectedCount: number };

/** How many codes go off, and what the file costs. */
function Chosen({ selectedCount: count, togetherCount, isCharged }: ChosenProps) {
  const beside = togetherCount === 0 ? '' : ` ${t('dtc-off.selection.together', { count: togetherCount })}`;
  const isFree = useIsFree();
  const price = isFree
    ? t('dtc-off.price.freeForStaff')
    : isCharged
      ? t('dtc-off.price.alreadyPaid')
      : t('dtc-off.price.perFile');
  return (
    <>
      <b>{t('dtc-off.selection.count', { count })}</b>
      {`${beside} ${price}`}
    </>
  );
}

function useIsOutOfCredits(): boolean {
  const { data } = useMyUser();
  const canBuy = useCan('credits.buy');
  if (!data || !canBuy) return false;
  return isOutOfCredits({ ai: data.ai_credit_balance, main: data.credit_balance });
}

/** Opens in a new tab, so that this page keeps its state. */
export function BuyLink() {
  return (
    <Link to="/buy-credits" target="_blank" className={buttonClass({ variant: 'danger' })}>
      {t('common.buyCreditsHint')}
    </Link>
  );
}

function FiveDots() {
  return (
    <span data-dots className="inline-flex gap-1" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((dot) => (
        <span
          key={dot}
          className="size-1.5 animate-dot rounded-full bg-current"
          style={{ animationDelay: `${dot * 120}ms` }}
        />
      ))}
    </span>
  );
}
