import { Gift } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { CheckboxCard } from '../../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../../web/ui/field.tsx';

type FreeOfChargeProps = { checked: boolean; error: string | undefined; onChange: (isConfirmed: boolean) => void };

/** A price of 0 may be intended or a slip: it is saved only when this box is ticked. */
export function FreeOfCharge({ checked, error, onChange }: FreeOfChargeProps) {
  return (
    <Field group label={t('files.review.free.label')} required error={error}>
      <CheckboxCard
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        title={t('files.review.free.title')}
        subline={t('files.review.free.hint')}
        image={<Gift size={24} className="text-yellow-solid" />}
      />
    </Field>
  );
}
