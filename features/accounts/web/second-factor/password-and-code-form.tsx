import { useForm } from 'react-hook-form';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { createResolver, findFieldErrors, showRefusal } from '../../../../web/ui/form.ts';
import { PasswordInput } from '../../../../web/ui/password-input.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { failureText } from '../failure-text.tsx';
import { BeginSecondFactor, ConfirmSecondFactor, TurnOffSecondFactor } from '../../second-factor-fields.ts';

const SCHEMAS = { password: BeginSecondFactor, code: ConfirmSecondFactor, both: TurnOffSecondFactor };

interface Values {
  current_password: string;
  code: string;
}

const EMPTY: Values = { current_password: '', code: '' };

type Send = (values: Values, answer: { onError: (error: Error) => void }) => void;

type PasswordAndCodeFormProps = {
  /** What it asks for. */
  asks: keyof typeof SCHEMAS;
  submitText: string;
  isDanger?: boolean;
  busy: boolean;
  onSend: Send;
  onCancel?: () => void;
};

/** What proves that it is the owner who changes how the account is protected. */
export function PasswordAndCodeForm({ asks, submitText, isDanger, busy, onSend, onCancel }: PasswordAndCodeFormProps) {
  const form = useForm<Values>({
    resolver: createResolver((values) => findFieldErrors(SCHEMAS[asks], values)),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  const failed = t('common.somethingWentWrong');
  const submit = form.handleSubmit((values) =>
    onSend(values, {
      onError: (error) =>
        showRefusal(form, {
          error,
          message: failureText(error, { refused: failed, failed }),
          fields: { current_password: 'current_password', code: 'code' },
        }),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {asks !== 'code' && (
        <Field label={t('accounts.currentPassword')} error={errors.current_password?.message} required>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
      )}
      {asks !== 'password' && (
        <Field
          label={t('accounts.secondFactor.code')}
          hint={asks === 'both' ? t('accounts.secondFactor.codeHint') : undefined}
          error={errors.code?.message}
          required
        >
          <TextInput {...form.register('code')} autoComplete="one-time-code" spellCheck={false} />
        </Field>
      )}
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={busy}>
          {submitText}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}
