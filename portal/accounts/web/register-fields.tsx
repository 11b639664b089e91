import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../web/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { PasswordStrength } from './password-strength.tsx';
import type { RegisterValues } from './register-form.tsx';

export type Chosen = readonly ['password', 'username', 'full_name', 'email'];
/** A password, and what it must not be made of. */
export const CHOSEN: Chosen = ['password', 'username', 'full_name', 'email'];

export function NameFields() {
  const { register, formState } = useFormContext<RegisterValues>();
  const { errors } = formState;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('Username')} error={errors.username?.message} required>
          <TextInput {...register('username')} autoComplete="nickname" spellCheck={false} />
        </Field>
        <Field label={t('Full Name')} error={errors.full_name?.message} required>
          <TextInput {...register('full_name')} autoComplete="name" spellCheck={false} />
        </Field>
      </div>
      <Field label={t('Email')} error={errors.email?.message} required>
        <TextInput {...register('email')} type="email" autoComplete="username" spellCheck={false} />
      </Field>
    </>
  );
}

export function PasswordFields() {
  const { register, formState } = useFormContext<RegisterValues>();
  const { errors } = formState;
  const [password, username, full_name, email] = useWatch<RegisterValues, Chosen>({ name: CHOSEN });
  return (
    <>
      <div>
        <Field label={t('Password')} error={errors.password?.message} required>
          <PasswordInput {...register('password', { deps: 'confirmation' })} autoComplete="new-password" />
        </Field>
        <PasswordStrength password={password} owner={{ username, full_name, email }} />
      </div>
      <Field label={t('Confirm Password')} error={errors.confirmation?.message} required>
        <PasswordInput {...register('confirmation')} autoComplete="new-password" />
      </Field>
    </>
  );
}
