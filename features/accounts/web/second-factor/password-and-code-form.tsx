import { type UseFormReturn, useForm } from 'react-hook-form';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { createResolver, findFieldErrors, showRefusal } from '../../../../web/ui/form.ts';
import { PasswordInput } from '../../../../web/ui/password-input.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { failureText } from '../failure-text.tsx';
import type { PasskeyAnswer } from '../../passkey-fields.ts';
import { ConfirmSecondFactor, TurnOffSecondFactor } from '../../second-factor-fields.ts';
import { passkeyText } from './load-passkeys.ts';
import { useAnswerWithMyPasskey } from './second-factor.api.ts';

type Asks = 'password' | 'code' | 'both';

interface Values {
  current_password: string;
  code: string;
}

const EMPTY: Values = { current_password: '', code: '' };

interface Given {
  current_password: string;
  code?: string;
  passkey?: PasskeyAnswer;
}

type Send = (given: Given, answer: { onError: (error: Error) => void }) => void;

type PasswordAndCodeFormProps = {
  /** What it asks for. */
  asks: Asks;
  /** Whether an empty code asks for a passkey. */
  hasPasskeys?: boolean;
  submitText: string;
  isDanger?: boolean;
  busy: boolean;
  onSend: Send;
  /** Given where a button has opened the form: it then begins in its first field, because that button is gone. */
  onCancel?: () => void;
};

/** What is sent, but for a passkey: an empty code stands for one. */
const pickGiven = ({ current_password, code }: Values, asks: Asks, hasPasskeys: boolean): Given => ({
  current_password,
  ...(asks !== 'password' && !(hasPasskeys && code.trim() === '') && { code }),
});

/** What proves that it is the owner who changes how the account is protected. */
export function PasswordAndCodeForm(props: PasswordAndCodeFormProps) {
  const { asks, hasPasskeys = false, submitText, isDanger, busy, onSend, onCancel } = props;
  const ask = useAnswerWithMyPasskey();
  const form = useForm<Values>({
    resolver: createResolver((values) =>
      findFieldErrors(
        asks === 'code' ? ConfirmSecondFactor : TurnOffSecondFactor,
        pickGiven(values, asks, hasPasskeys),
      ),
    ),
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  const failed = t('common.somethingWentWrong');
  const onError = (error: Error) =>
    showRefusal(form, {
      error,
      message: passkeyText(error, () => failureText(error, { refused: failed, failed })),
      fields: { current_password: 'current_password', code: 'code' },
    });
  const submit = form.handleSubmit((values) => {
    const given = pickGiven(values, asks, hasPasskeys);
    if (asks !== 'both' || given.code !== undefined) onSend(given, { onError });
    else ask.mutate(undefined, { onError, onSuccess: (passkey) => onSend({ ...given, passkey }, { onError }) });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Fields form={form} asks={asks} hasPasskeys={hasPasskeys} isOpened={onCancel !== undefined} />
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={busy || ask.isPending}>
          {submitText}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}

type FieldsProps = { form: UseFormReturn<Values>; asks: Asks; hasPasskeys: boolean; isOpened: boolean };

function Fields({ form, asks, hasPasskeys, isOpened }: FieldsProps) {
  const { errors } = form.formState;
  const codeHint = t(hasPasskeys ? 'accounts.passkeys.codeHint' : 'accounts.secondFactor.codeHint');
  return (
    <>
      {asks !== 'code' && (
        <Field label={t('accounts.currentPassword')} error={errors.current_password?.message} required>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" autoFocus={isOpened} />
        </Field>
      )}
      {asks !== 'password' && (
        <Field
          label={t('accounts.secondFactor.code')}
          hint={asks === 'both' ? codeHint : undefined}
          error={errors.code?.message}
          required={!hasPasskeys}
        >
          <TextInput {...form.register('code')} autoComplete="one-time-code" spellCheck={false} />
        </Field>
      )}
    </>
  );
}
