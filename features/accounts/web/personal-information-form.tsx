import { useState } from 'react';
import { useController, useForm, type UseFormReturn } from 'react-hook-form';
import { findFieldErrors, createResolver, showRefusal, type FieldMessages } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import type { MyUser } from '../user.ts';
import { UpdateMyUser } from '../account-forms.ts';
import { mayChangeEmail } from '../email.rules.ts';
import { joinPhone, withoutDialCode } from '../phone.rules.ts';
import { useUpdateMyUser } from './accounts.api.ts';
import { failureText } from './failure-text.tsx';
import { PhoneFields, type PhoneValues } from './phone-fields.tsx';

interface Details extends PhoneValues {
  username: string;
}

type Mine = Pick<MyUser, 'username' | 'email' | 'phone' | 'country' | 'role' | 'staff_capabilities' | 'verified'>;

const inputOf = ({ username, country, number }: Details) => ({ username, country, phone: joinPhone(country, number) });

const toDetails = ({ username, country, phone }: Pick<Mine, 'username' | 'country' | 'phone'>): Details => ({
  username,
  country,
  number: withoutDialCode(country, phone),
});

function check(values: Details): FieldMessages {
  const { phone, ...errors } = findFieldErrors(UpdateMyUser, inputOf(values));
  return { ...errors, ...(phone === undefined ? {} : { number: phone }) };
}

/** Starts from `user` and belongs to the reader from then on: polled values do not overwrite what is typed. */
export function PersonalInformationForm({ user }: { user: Mine }) {
  const [start] = useState(toDetails(user));
  const form = useForm<Details>({ resolver: createResolver(check), defaultValues: start });
  const { field: country } = useController({ control: form.control, name: 'country' });
  const { field: number } = useController({ control: form.control, name: 'number' });
  const { submit, update } = useSubmit(form);
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  const email = useShownEmail(user.email);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label={t('common.usernameLabel')} error={errors.username?.message} required>
        <TextInput {...form.register('username')} autoComplete="nickname" spellCheck={false} />
      </Field>
      <Field label={t('common.email')} hint={mayChangeEmail(user) ? undefined : t('accounts.profile.emailHint')}>
        <TextInput readOnly type="email" value={email} className="bg-surface2!" />
      </Field>
      <PhoneFields
        phoneLabel={t('accounts.phone')}
        country={country}
        number={number}
        errors={{ country: errors.country?.message, number: errors.number?.message }}
      />
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" busy={update.isPending}>
          {t('common.save')}
        </Button>
        <DoneNote at={isDirty ? null : doneAt(update)} text={t('accounts.profile.updated')} />
      </div>
    </form>
  );
}

function useSubmit(form: UseFormReturn<Details>) {
  const update = useUpdateMyUser();
  const { dirtyFields: edited } = form.formState;
  const submit = form.handleSubmit((values) => {
    const { username, country, phone } = inputOf(values);
    const input = {
      ...(edited.username && { username }),
      ...(edited.country && { country }),
      // The dialling code follows the country.
      ...((edited.country || edited.number) && { phone }),
    };
    return update.mutate(input, {
      onSuccess: (saved) => form.reset(toDetails(saved)),
      onError: (error) =>
        showRefusal(form, {
          error,
          message: failureText(error, {
            refused: t('accounts.profile.refused'),
            failed: t('accounts.profile.requestFailed'),
          }),
          fields: { username: 'username', country: 'country', phone: 'number' },
        }),
    });
  });
  return { submit, update };
}
