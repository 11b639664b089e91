import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '../../user.ts';
import { MAX_CONFIRMATION } from '../personal-data.calls.ts';
import type { Leftovers } from '../../user-creation.calls.ts';
import { LeftoversList } from '../../web/leftovers-list.tsx';
import { useLeftovers } from '../../web/users.api.ts';
import { ApiError, messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { EmailText } from '../../../../web/ui/email-text.tsx';
import { useEraseUser } from './personal-data.api.ts';

export type EraseUserDialogProps = {
  user: Pick<User, 'id' | 'username' | 'email'>;
  open: boolean;
  onClose: () => void;
};

/** Reads what is left when the dialog opens; the typed text confirms who is erased. */
export function EraseUserDialog({ user, open, onClose }: EraseUserDialogProps) {
  const { data: leftovers, refetch } = useLeftovers(user.id);
  const { mutate, isPending, error } = useEraseUser();
  const navigate = useNavigate();
  const formId = useId();
  const erase = (confirmation: string) =>
    mutate(
      { id: user.id, confirmation, ...(leftovers && { seen: leftovers.seen }) },
      {
        onSuccess: ({ username }) => {
          toast.show(t('accounts.personalData.erased', { username }));
          void navigate('/admin/all-users');
        },
        onError: () => void refetch(),
      },
    );
  const isBlocked = leftovers !== undefined && isUnfinished(leftovers);
  return (
    <Modal
      open={open}
      size="medium"
      role="alertdialog"
      title={t('accounts.personalData.eraseConfirm', { username: user.username })}
      description={<Effect user={user} leftovers={leftovers} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" busy={isPending} disabled={isBlocked}>
            {t('accounts.personalData.eraseButton')}
          </Button>
        </>
      }
    >
      <ConfirmationForm id={formId} error={error} onConfirm={(text) => isPending || erase(text)} />
    </Modal>
  );
}

type ConfirmationFormProps = { id: string; error: Error | null; onConfirm: (text: string) => void };

function ConfirmationForm({ id, error, onConfirm }: ConfirmationFormProps) {
  const [text, setText] = useState('');
  const failure = error ? messageFor(error, t('common.somethingWentWrong')) : undefined;
  const isOfField = error instanceof ApiError && error.field === 'confirmation';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(text);
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('accounts.personalData.eraseConfirmLabel')} required error={isOfField ? failure : undefined}>
        <TextInput
          value={text}
          maxLength={MAX_CONFIRMATION}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {failure !== undefined && !isOfField && <Alert kind="danger">{failure}</Alert>}
    </form>
  );
}

/** Work and money must be settled first; an open ticket is erased with the rest. */
const isUnfinished = ({ open_files, credit_balance, ai_credit_balance }: Leftovers): boolean =>
  open_files > 0 || credit_balance !== 0 || ai_credit_balance !== 0;

type EffectProps = Pick<EraseUserDialogProps, 'user'> & { leftovers: Leftovers | undefined };

function Effect({ user, leftovers }: EffectProps) {
  return (
    <>
      <strong className="text-text wrap-anywhere">{user.username}</strong>{' '}
      <span className="wrap-anywhere">
        (<EmailText email={user.email} />)
      </span>
      <br />
      {t('accounts.personalData.eraseHint')}
      {leftovers && <LeftoversList {...leftovers} />}
      {leftovers && isUnfinished(leftovers) && (
        <strong className="mt-2 block text-red-fg">{t('accounts.personalData.settleFirstHint')}</strong>
      )}
    </>
  );
}
