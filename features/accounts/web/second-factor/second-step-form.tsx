import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { invalid } from '../../../../contract/texts.ts';
import { loginMessageFor } from '../../../../web/client/api-error.ts';
import { getSession, homeOf } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button, SubmitButton } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { useSmallForm } from '../../../../web/ui/small-form.ts';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { useTakeSecondStep } from './second-factor.api.ts';

const CHECKS = { code: (code: string) => (code.trim() === '' ? invalid('errors.accounts.fill_code') : undefined) };

type SecondStepFormProps = { ticket: string; onCancel: () => void };

/** The second step of the login: a code of the app, or a recovery code. */
export function SecondStepForm({ ticket, onCancel }: SecondStepFormProps) {
  const step = useTakeSecondStep();
  const navigate = useNavigate();
  const { form, errors, onSubmit, onInput, showRefusal } = useSmallForm(CHECKS);
  const code = useRef<HTMLInputElement>(null);
  // The pressed button is gone; the focus moves to the field that comes next.
  useEffect(() => code.current?.focus(), []);
  const somethingWrong = t('common.somethingWentWrong');
  const submit = onSubmit((values) =>
    step.mutate(
      { ticket, ...values },
      {
        onSuccess: () => {
          const user = getSession()?.user;
          // A response without a readable token starts no session.
          if (user === undefined) showRefusal(null, somethingWrong);
          else void navigate(homeOf(user));
        },
        onError: (error) => showRefusal(error, loginMessageFor(error, somethingWrong)),
      },
    ),
  );
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
      <p className="text-text2">{t('accounts.secondStep.hint')}</p>
      <Field label={t('accounts.secondFactor.code')} error={errors.code} required>
        <TextInput ref={code} name="code" autoComplete="one-time-code" autoCapitalize="off" spellCheck={false} />
      </Field>
      {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="primary" busy={step.isPending} className="flex-auto">
          {t('common.login')}
        </SubmitButton>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
