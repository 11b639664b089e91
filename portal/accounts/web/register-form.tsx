import { FormProvider, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, messageFor } from '../../../web/api-error.ts';
import { complaintsOf, resolverOf, showRefusal, type Complaints } from '../../../web/form.ts';
import { readToken, startSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import * as schemas from '../accounts.schemas.ts';
import { isEnough } from '../password-strength.rules.ts';
import { joinPhone } from '../phone.rules.ts';
import { useRegister } from './accounts.api.ts';
import { useChosenPassword } from './chosen-password.api.ts';
import { CHOSEN, NameFields, PasswordFields, type Chosen } from './register-fields.tsx';
import { PhoneFields } from './phone-fields.tsx';

export interface RegisterValues {
  username: string;
  full_name: string;
  email: string;
  country: string;
  number: string;
  password: string;
  confirmation: string;
}

const nothing: RegisterValues = {
  username: '',
  full_name: '',
  email: '',
  country: '',
  number: '',
  password: '',
  confirmation: '',
};

const inputOf = ({ username, full_name, email, country, number, password }: RegisterValues) => ({
  username,
  full_name,
  email,
  password,
  phone: joinPhone(country, number),
  country,
});

function check(values: RegisterValues): Complaints {
  const { phone, ...complaints } = complaintsOf(schemas.register.input, inputOf(values));
  const isDifferent = values.password !== values.confirmation;
  return {
    ...complaints,
    ...(phone === undefined ? {} : { number: phone }),
    ...(isDifferent ? { confirmation: t('Passwords do not match') } : {}),
  };
}

const missingText = () => t('Registration failed. Please fill in all the required fields.');

/** The five things a session is made of; its role is given (X-SES-06). */
const sessionFields = ['email', 'username', 'number', 'country'] as const;

export function RegisterForm() {
  const form = useForm<RegisterValues>({ resolver: resolverOf(check), defaultValues: nothing });
  const { submit, isBusy } = useSubmit(form);
  const { errors } = form.formState;
  const isMissing = form.formState.isSubmitted && sessionFields.some((field) => form.getValues(field).trim() === '');
  const complaint = errors.root?.message ?? (isMissing ? missingText() : undefined);
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NameFields />
        <PhoneFields phoneLabel={t('Phone Number')} />
        <PasswordFields />
        {complaint && <Alert kind="danger">{complaint}</Alert>}
        <SubmitButton isBusy={isBusy} />
      </form>
    </FormProvider>
  );
}

function SubmitButton({ isBusy }: { isBusy: boolean }) {
  const [password, username, full_name, email] = useWatch<RegisterValues, Chosen>({ name: CHOSEN });
  const { strength } = useChosenPassword(password, { username, full_name, email });
  return (
    <Button type="submit" variant="primary" busy={isBusy} busyText={t('Sending...')} disabled={!isEnough(strength)}>
      {t('CREATE NEW ACCOUNT')}
    </Button>
  );
}

/** Registers, and then signs in with the answer; the form keeps everything typed when either fails. */
function useSubmit(form: UseFormReturn<RegisterValues>) {
  const register = useRegister();
  const navigate = useNavigate();
  const submit = form.handleSubmit((values) =>
    register.mutate(inputOf(values), {
      onSuccess: ({ token }) => {
        const refusal = signIn(token);
        if (refusal === null) void navigate('/');
        else form.setError('root', { message: refusal });
      },
      onError: (error) =>
        showRefusal(form, {
          error,
          message: failureText(error),
          fields: {
            username: 'username',
            full_name: 'full_name',
            email: 'email',
            country: 'country',
            phone: 'number',
            password: 'password',
          },
        }),
    }),
  );
  return { submit, isBusy: register.isPending };
}

/** Starts the session of somebody just registered; what is said when that cannot be. */
function signIn(token: string): string | null {
  const user = readToken(token);
  if (user === null) return t('Registration failed');
  const { email, username, phone, country, role } = user;
  if ([email, username, phone, country, role].some((field) => !field)) return missingText();
  startSession(token);
  return null;
}

/** A success whose answer cannot be read is no `ApiError`: the status was not one that brings a token (C-REG-M05). */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Registration failed');
  return messageFor(error, t('An error occurred during registration'));
}
