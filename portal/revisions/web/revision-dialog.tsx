import { useId, type FormEvent } from 'react';
import { ApiError, messageFor } from '../../../web/api-error.ts';
import { useDraft } from '../../../web/drafts.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import type { useChangeFile } from '../../files/web/files.api.ts';
import { LONGEST_REASON } from '../revisions.list.ts';

export type RevisionDialogProps = {
  fileId: number;
  title: string;
  description: string;
  label: string;
  submitText: string;
  /** Where the text is stored until it is sent. */
  draft: string;
  change: ReturnType<typeof useChangeFile<{ id: number; text: string }>>;
  /** What follows is the reader's own change; call the returned function when it did not happen. */
  acknowledge: () => () => void;
  onClose: () => void;
};

/** A text about one file, which is a draft until it is sent. */
export function RevisionDialog(props: RevisionDialogProps) {
  const { fileId, change, acknowledge, onClose } = props;
  const [text, setText] = useDraft(props.draft);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const isNotMine = acknowledge();
    const onSuccess = () => {
      setText('');
      onClose();
    };
    change.mutate({ id: fileId, text }, { onSuccess, onError: isNotMine });
  };
  const { error } = change;
  const isOfField = error instanceof ApiError && error.field !== undefined;
  const failure = error ? messageFor(error, t('common.somethingWentWrong')) : undefined;
  return (
    <Modal
      open
      size="medium"
      title={props.title}
      description={props.description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={change.isPending}>
            {props.submitText}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={props.label} required error={isOfField ? failure : undefined}>
          <TextArea maxLength={LONGEST_REASON} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {failure !== undefined && !isOfField && <Alert kind="danger">{failure}</Alert>}
      </form>
    </Modal>
  );
}
