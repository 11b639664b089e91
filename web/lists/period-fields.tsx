import { t } from '../text.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

type Period = { from: string; until: string };
type PeriodFieldsProps = { period: Period; onNarrow: (change: Partial<Period>) => void };

/** First and last day of a filter; neither can be chosen beyond the other. */
export function PeriodFields({ period: { from, until }, onNarrow }: PeriodFieldsProps) {
  return (
    <>
      <Field label={t('common.from')}>
        <TextInput
          type="date"
          value={from}
          max={until || undefined}
          onChange={({ target }) => onNarrow({ from: target.value })}
        />
      </Field>
      <Field label={t('common.until')}>
        <TextInput
          type="date"
          value={until}
          min={from || undefined}
          onChange={({ target }) => onNarrow({ until: target.value })}
        />
      </Field>
    </>
  );
}
