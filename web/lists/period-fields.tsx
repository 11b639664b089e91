import { t } from '../languages/text.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

type Period = { from: string; until: string };
type PeriodFieldsProps = {
  period: Period;
  onNarrow: (change: Partial<Period>) => void;
};

/** Fields for the first and the last day of a filter; the first cannot be set after the last. */
export function PeriodFields({ period: { from, until }, onNarrow }: PeriodFieldsProps) {
  return (
    <>
      <DayField label={t('common.from')} value={from} max={until} onChange={(day) => onNarrow({ from: day })} />
      <DayField label={t('common.until')} value={until} min={from} onChange={(day) => onNarrow({ until: day })} />
    </>
  );
}

type DayFieldProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

const DayField = ({ label, value, min, max, onChange }: DayFieldProps) => (
  <Field label={label}>
    <TextInput
      type="date"
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);
