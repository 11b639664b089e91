import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { createResolver, findFieldErrors, showRefusal } from '../../../web/ui/form.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { InviteColleague } from '../colleague-forms.ts';
import { useInviteColleague } from './colleagues.api.ts';
import { failureText } from './failure-text.tsx';

export type InviteColleagueDialogProps = { open: boolean; onClose: () => void };

interface Fields {
  username: string;
  email: string;
}

/** The form, and what sends it. */
function useInvitation(onSent: () => void) {
  const form = useForm<Fields>({
    resolver: createResolver((values) => findFieldErrors(InviteColleague, values)),
    defaultValues: { username: '', email: '' },
  });
  const inviting = useInviteColleague();
  const submit = form.handleSubmit((values) =>
    inviting.mutate(values, {
      onSuccess: ({ email }) => {
        toast.show(t('accounts.invitation.sentTo', { email }));
        onSent();
      },
      onError: (error) => {
        const failed = t('common.somethingWentWrong');
        const message = failureText(error, { refused: failed, failed });
        showRefusal(form, { error, message, fields: { username: 'username', email: 'email' } });
      },
    }),
  );
  return { form, submit, busy: inviting.isPending };
}

export function InviteColleagueDialog({ open, onClose }: InviteColleagueDialogProps) {
  const formId = useId();
  const { form, submit, busy } = useInvitation(onClose);
  const { errors, isDirty } = form.formState;
  return (
    <Modal
      open={open}
      title={t('accounts.colleagues.inviteTitle')}
      unsaved={isDirty}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('accounts.invitation.sendButton')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t('common.usernameLabel')} error={errors.username?.message} required>
          <TextInput {...form.register('username')} autoComplete="off" />
        </Field>
        <Field label={t('common.email')} error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      </form>
    </Modal>
  );
}
