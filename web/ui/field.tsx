import { clsx } from 'clsx';
import { createContext, useContext, useId } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { t } from '../languages/text.ts';

type FieldControl = { id: string; describedBy?: string; invalid: boolean; required: boolean };

const FieldContext = createContext<FieldControl | null>(null);

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  /** For several controls under one label (cards, radios): a fieldset with a legend. */
  group?: boolean;
  /** Hides the label visually, but not from screen readers. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Label, hint and error of a control. The controls of this kit take their ids from it automatically. */
export function Field({ label, hint, error, required, group, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;
  const Frame = group ? 'fieldset' : 'div';
  const Label = group ? 'legend' : 'label';
  return (
    <Frame
      className={clsx('min-w-0', className)}
      aria-describedby={group ? describedBy : undefined}
      data-invalid={group && error ? '' : undefined}
    >
      <Label
        htmlFor={group ? undefined : id}
        className={hideLabel ? 'sr-only' : 'mb-1 block text-small font-strong text-text2'}
      >
        {label}
        {required && <RequiredMark />}
      </Label>
      {hint && (
        <p id={hintId} className="mb-1.5 text-small text-text3">
          {hint}
        </p>
      )}
      <FieldContext value={group ? null : { id, describedBy, invalid: Boolean(error), required: Boolean(required) }}>
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex items-start gap-1.5 text-small text-red-fg">
          <CircleAlert size={16} className="mt-px shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </Frame>
  );
}

function RequiredMark() {
  return (
    <>
      <span aria-hidden="true" className="ml-0.5 text-red-fg">
        *
      </span>
      <span className="sr-only"> {t('common.fieldRequired')}</span>
    </>
  );
}

type Wired = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  'aria-required'?: boolean | 'true' | 'false';
};

/** Returns the props that a control takes from the Field around it; its own props take precedence. */
export function useFieldControl(own: Wired): Wired {
  const field = useContext(FieldContext);
  if (!field) return own;
  const described = [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': described || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    // With the attribute `required`, the browser would block the form with its own message.
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  };
}
