import type { UseMutationResult } from '@tanstack/react-query';
import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import { ApiError, messageFor } from '../client/api-error.ts';
import { useDraft } from '../client/drafts.ts';
import { t } from '../languages/text.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextArea } from '../ui/text-input.tsx';

type TextChange = Pick<
  UseMutationResult<unknown, Error, { id: number; text: string }>,
  'mutate' | 'isPending' | 'error'
>;

export type TextDialogProps = {
  /** Id of the record that the text is about. */
  id: number;
  title: string;
  description: string;
  label: string;
  submitText: string;
  /** Key under which the text is stored until it is sent. */
  draft: string;
  change: TextChange;
  longest: number;
  /** Marks the coming change as the reader's own; the returned function undoes that if the change failed. */
  acknowledge?: () => () => void;
  onClose: () => void;
  /** Content below the text field. */
  children?: ReactNode;
};

/** Dialog for a text about one record; the text is stored as a draft until it is sent. */
export function TextDialog(props: TextDialogProps) {
  const { id, change, acknowledge, onClose } = props;
  const [text, setText] = useDraft(props.draft);
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const undoAcknowledge = acknowledge?.();
    const onSuccess = () => {
      setText('');
      onClose();
    };
    change.mutate({ id, text }, { onSuccess, onError: () => undoAcknowledge?.() });
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
      initialFocus={field}
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
          <TextArea
            ref={field}
            maxLength={props.longest}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {props.children}
        {failure !== undefined && !isOfField && <Alert kind="danger">{failure}</Alert>}
      </form>
    </Modal>
  );
}
