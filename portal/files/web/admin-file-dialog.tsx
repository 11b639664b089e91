import { useId } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import type { Progress } from '../../../web/upload.ts';
import type { FileDetail } from '../files.contract.ts';
import { UploadProgress } from '../../../web/upload-progress.tsx';

/** What every dialog about a file is given. */
export type FileDialogProps = {
  file: FileDetail['file'];
  /** What follows is the administrator's own change; call the returned function when it did not happen. */
  acknowledge: () => () => void;
  onClose: () => void;
};

type FileFormDialogProps = Pick<FileDialogProps, 'file' | 'onClose'> & {
  title: string;
  submitText: string;
  busyText: string;
  isBusy: boolean;
  progress: Progress | null;
  /** Closing would lose something that is not stored as a draft. */
  unsaved: boolean;
  /** Shown below everything on failure. */
  failure: ReactNode;
  onSubmit: () => void;
  onStop: () => void;
  /** The button gives up everything, drafts as well. */
  onCancel: () => void;
  children: ReactNode;
};

/** A form about one file in a dialog. While it is sending, only Stop ends it, and nothing typed is lost. */
export function FileFormDialog(props: FileFormDialogProps) {
  const { file, title, submitText, busyText, isBusy, progress, failure, onSubmit, onStop, onClose, children } = props;
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Modal
      open
      size="medium"
      title={title}
      description={t('files.fileIdUsername', { id: file.file_id, username: file.username })}
      unsaved={props.unsaved && !isBusy}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button onClick={isBusy ? onStop : props.onCancel}>
            {isBusy ? t('files.stopUpload') : t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} busyText={busyText}>
            {submitText}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {children}
        {progress && <UploadProgress transfer={{ ...progress, retry: 0 }} />}
        {failure && !isBusy && <div ref={showItself}>{failure}</div>}
      </form>
    </Modal>
  );
}

/** On a phone the dialog is longer than the screen. */
const showItself = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** The same words in both dialogs: what an administrator writes here is what the customer reads. */
export function NotesField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Field label={t('common.notes')} hint={t('files.customerReadsFileImportant')}>
      <TextArea rows={2} maxLength={4000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
