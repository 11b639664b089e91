import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { invalid } from '../../../../contract/texts.ts';
import { loginMessageFor } from '../../../../web/client/api-error.ts';
import { getSession } from '../../../../web/client/session.ts';
import { homeOf } from '../../../../web/client/staff-addresses.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button, SubmitButton } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { useSmallForm } from '../../../../web/ui/small-form.ts';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import type { Proof } from '../../second-factor-fields.ts';
import type { SecondStep } from '../../user.ts';
import { hasPasskeys, passkeyText } from './load-passkeys.ts';
import { useAnswerSecondStep, useTakeSecondStep } from './second-factor.api.ts';

const CHECKS = { code: (code: string) => (code.trim() === '' ? invalid('errors.accounts.fill_code') : undefined) };

type SecondStepFormProps = { step: SecondStep['second_step']; onCancel: () => void };

/** The second step of the login: a code of the app, a recovery code, or a passkey. */
export function SecondStepForm({ step: { ticket, has_passkey }, onCancel }: SecondStepFormProps) {
  const step = useTakeSecondStep();
  const ask = useAnswerSecondStep();
  const navigate = useNavigate();
  const { form, errors, onSubmit, onInput, showRefusal } = useSmallForm(CHECKS);
  const code = useRef<HTMLInputElement>(null);
  // The pressed button is gone; the focus moves to the field that comes next.
  useEffect(() => code.current?.focus(), []);
  const somethingWrong = t('common.somethingWentWrong');
  const showError = (error: unknown) =>
    showRefusal(
      error,
      passkeyText(error, () => loginMessageFor(error, somethingWrong)),
    );
  const send = (proof: Proof) =>
    step.mutate(
      { ticket, ...proof },
      {
        onSuccess: () => {
          const user = getSession()?.user;
          // A response without a readable token starts no session.
          if (user === undefined) showRefusal(null, somethingWrong);
          else void navigate(homeOf(user));
        },
        onError: showError,
      },
    );
  const askPasskey = () => ask.mutate(ticket, { onError: showError, onSuccess: (passkey) => send({ passkey }) });
  return (
    <form ref={form} noValidate method="post" onSubmit={onSubmit(send)} onInput={onInput} className="grid gap-4">
      <p className="text-text2">{t('accounts.secondStep.hint')}</p>
      <Field label={t('accounts.secondFactor.code')} error={errors.code} required>
        <TextInput ref={code} name="code" autoComplete="one-time-code" autoCapitalize="off" spellCheck={false} />
      </Field>
      {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      {has_passkey && hasPasskeys() && (
        <Button busy={ask.isPending} onClick={askPasskey}>
          {t('accounts.passkeys.useButton')}
        </Button>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="primary" busy={step.isPending} className="flex-auto">
          {t('common.login')}
        </SubmitButton>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
