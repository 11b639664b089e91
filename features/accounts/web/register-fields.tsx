import { t } from '../../../web/languages/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { PasswordStrength } from './password-strength.tsx';

type Errors<Name extends string> = Partial<Record<Name, string>>;

export function NameFields({ errors }: { errors: Errors<'username' | 'full_name' | 'email'> }) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('common.usernameLabel')} error={errors.username} required>
          <TextInput name="username" autoComplete="nickname" spellCheck={false} />
        </Field>
        <Field label={t('accounts.fullName')} error={errors.full_name} required>
          <TextInput name="full_name" autoComplete="name" spellCheck={false} />
        </Field>
      </div>
      <Field label={t('common.email')} error={errors.email} required>
        <TextInput name="email" type="email" autoComplete="username" spellCheck={false} />
      </Field>
    </>
  );
}

interface PasswordFieldsProps {
  errors: Errors<'password' | 'confirmation'>;
  password: string;
  /** What the password must not be derived from. */
  owner: Record<'username' | 'full_name' | 'email', string>;
}

export function PasswordFields({ errors, password, owner }: PasswordFieldsProps) {
  return (
    <>
      <div>
        <Field label={t('common.password')} error={errors.password} required>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <PasswordStrength password={password} owner={owner} />
      </div>
      <Field label={t('accounts.confirmPassword')} error={errors.confirmation} required>
        <PasswordInput name="confirmation" autoComplete="new-password" />
      </Field>
    </>
  );
}
