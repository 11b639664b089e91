import { useForm } from 'react-hook-form';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { createResolver, findFieldErrors } from '../../../../web/ui/form.ts';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { RenamePasskey } from '../../passkey-fields.ts';
import type { Passkey } from '../../second-factor.calls.ts';
import { useRenamePasskey } from './second-factor.api.ts';

type RenamePasskeyFormProps = { passkey: Passkey; onDone: () => void };

export function RenamePasskeyForm({ passkey, onDone }: RenamePasskeyFormProps) {
  const rename = useRenamePasskey(passkey.id);
  const form = useForm({
    resolver: createResolver((values: { name: string }) => findFieldErrors(RenamePasskey, values)),
    defaultValues: { name: passkey.name },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ name }) => rename.mutate(name, { onSuccess: onDone }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t('accounts.passkeys.nameLabel')}
        hint={t('accounts.passkeys.nameHint')}
        error={errors.name?.message}
        required
      >
        <TextInput {...form.register('name')} autoComplete="off" autoFocus />
      </Field>
      {rename.isError && <Alert kind="danger">{messageFor(rename.error, t('common.somethingWentWrong'))}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={rename.isPending}>
          {t('common.save')}
        </Button>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
