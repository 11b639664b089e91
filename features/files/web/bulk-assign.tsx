import { useId, useState, type FormEvent } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { CheckboxRow } from '../../../web/ui/checkbox-row.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { useWork } from '../../staff/work/web/work.api.ts';
import type { useAssignFiles } from './assignment.api.ts';

export type BulkAssignProps = {
  selection: ListSelection;
  /** Number of chosen rows as counted by the server. */
  count: number;
  change: Pick<ReturnType<typeof useAssignFiles>, 'mutate' | 'isPending' | 'error'>;
  onDone: () => void;
  onClose: () => void;
};

const RELEASE = 'release';

/** Assigns the chosen files or tickets to one member of staff; those of colleagues only if the user chooses so. */
export function BulkAssign({ selection, count, change, onDone, onClose }: BulkAssignProps) {
  const form = useId();
  const choice = useChoice();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { ...selection.input, count, ...choice.input },
      {
        onSuccess: ({ assigned, left_out }) => {
          if (assigned > 0) toast.show(t('staff.work.assigned', { n: assigned }));
          if (left_out > 0) toast.show(t('staff.work.skipped', { count: left_out }), 'info');
          onDone();
        },
      },
    );
  };
  return (
    <Modal
      open
      size="small"
      title={t('staff.work.assignTitle', { count })}
      onClose={() => !change.isPending && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={change.isPending}>
            {t('staff.work.assignButton')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        <ChoiceFields {...choice} />
        {change.error && <Alert kind="danger">{messageFor(change.error, t('common.somethingWentWrong'))}</Alert>}
      </form>
    </Modal>
  );
}

/** Starts with the reader as the assignee. */
function useChoice() {
  const myId = useSession()?.user.id;
  const [to, setTo] = useState(String(myId ?? RELEASE));
  const [withOthers, setWithOthers] = useState(false);
  const input = { assignee_id: to === RELEASE ? null : Number(to), with_others: withOthers };
  return { to, setTo, withOthers, setWithOthers, input };
}

function ChoiceFields({ to, setTo, withOthers, setWithOthers }: ReturnType<typeof useChoice>) {
  const { staff } = useWork();
  const options = staff.map(({ id, username }) => ({ value: String(id), label: username }));
  return (
    <>
      <Field label={t('staff.work.assignee')} hint={to === RELEASE ? undefined : t('staff.work.assignHint')}>
        <Select
          value={to}
          onChange={({ target }) => setTo(target.value)}
          options={[...options, { value: RELEASE, label: t('staff.work.unassigned') }]}
        />
      </Field>
      <CheckboxRow checked={withOthers} onChange={setWithOthers}>
        {t('staff.work.includeOthers')}
      </CheckboxRow>
    </>
  );
}
