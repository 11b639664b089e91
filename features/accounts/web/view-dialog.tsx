import { type FormEvent, useId, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { messageFor } from '../../../web/client/api-error.ts';
import { call } from '../../../web/client/call.ts';
import { openTabWithSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { viewAsCustomer } from '../customer-views.calls.ts';
import { MAX_VIEW_REASON, ViewReason } from '../customer-view-forms.ts';

export type ViewDialogProps = { open: boolean; user: { id: number; username: string }; onClose: () => void };

/** Asks why, and opens the tab. */
export function ViewDialog({ open, user, onClose }: ViewDialogProps) {
  const { reason, setReason, error, view, isBlocked, submit } = useView(user, onClose);
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  return (
    <Modal
      open={open}
      title={t('accounts.views.dialogTitle', { username: user.username })}
      description={t('accounts.views.dialogHint')}
      unsaved={reason !== ''}
      initialFocus={first}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={view.isPending}>
            {t('accounts.views.button')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('accounts.views.reasonLabel')} required error={error} hint={t('accounts.views.reasonHint')}>
          <TextInput
            ref={first}
            autoComplete="off"
            maxLength={MAX_VIEW_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {isBlocked && <Alert kind="warning">{t('accounts.views.blocked')}</Alert>}
        {view.error && <Alert kind="danger">{messageFor(view.error, t('common.somethingWentWrong'))}</Alert>}
      </form>
    </Modal>
  );
}

function useView({ id }: ViewDialogProps['user'], onClose: () => void) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [blocked, setBlocked] = useState<string | null>(null);
  const open = (token: string) => (openTabWithSession(token, '/dashboard') ? onClose() : setBlocked(token));
  const view = useMutation({
    mutationFn: () => call(viewAsCustomer, { id, reason }),
    onSuccess: ({ token }) => open(token),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (view.isPending) return;
    // The press after a blocked tab is the one that may open it.
    if (blocked !== null) return open(blocked);
    const missing = findFieldErrors(ViewReason, { reason }).reason;
    setError(missing);
    if (missing === undefined) view.mutate();
  };
  return { reason, setReason, error, view, isBlocked: blocked !== null, submit };
}
