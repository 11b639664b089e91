import { refusalText } from '../../../../web/client/api-error.ts';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import { CheckboxCard } from '../../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import type { Feasible, FileDetail } from '../../file.ts';
import { paidPrice } from '../review.rules.ts';

const CHOICES: readonly { value: Feasible; means: Label; Icon: typeof CircleX; colour: string }[] = [
  {
    value: 'POSSIBLE',
    means: textKey('files.review.feasibility.possibleHint'),
    Icon: CircleCheck,
    colour: 'text-green-solid',
  },
  {
    value: 'NOT_POSSIBLE',
    means: textKey('files.review.feasibility.notPossibleHint'),
    Icon: CircleX,
    colour: 'text-red-solid',
  },
];

type FeasibleChoiceProps = {
  value: Feasible | '';
  error: string | undefined;
  onChange: (value: Feasible) => void;
};

export function FeasibleChoice({ value, error, onChange }: FeasibleChoiceProps) {
  return (
    <Field group label={t('files.review.feasibility')} required error={error}>
      <div className="grid gap-3 sm:grid-cols-2">
        {CHOICES.map(({ value: choice, means, Icon, colour }) => (
          <CheckboxCard
            key={choice}
            kind="radio"
            name="feasible"
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
            title={statusText(choice)}
            subline={t(means)}
            image={<Icon size={24} className={colour} />}
          />
        ))}
      </div>
    </Field>
  );
}

type PriceFieldProps = {
  file: FileDetail['file'];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The price of a paid file cannot be changed, so it is only shown. */
export function PriceField({ file, value, error, onChange }: PriceFieldProps) {
  const isPaid = file.price_status === 'PAID';
  return (
    <Field
      label={t('common.price')}
      required={!isPaid}
      error={error}
      hint={isPaid ? refusalText(paidPrice()) : undefined}
    >
      <Priced>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          readOnly={isPaid}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="pr-14 text-right read-only:bg-surface2!"
        />
      </Priced>
    </Field>
  );
}

function Priced({ children }: { children: ReactNode }) {
  return (
    <div className="relative sm:max-w-48">
      {children}
      <span className="pointer-events-none absolute inset-y-0 right-3 my-auto h-fit text-body text-text3">CRS</span>
    </div>
  );
}
