import { clsx } from 'clsx';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { submitOnCtrlEnter } from '../../../web/ui/ctrl-enter.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import type { Progress } from '../../../web/client/upload.ts';
import type { FileDetail } from '../file.ts';
import { UploadProgress } from '../../../web/client/upload-progress.tsx';

/** The props of every dialog about a file. */
export type FileDialogProps = {
  file: FileDetail['file'];
  /** Marks the next change as the administrator's own; call the returned function when the change did not happen. */
  acknowledge: () => () => void;
  onClose: () => void;
};

type FileFormDialogProps = Pick<FileDialogProps, 'file' | 'onClose'> & {
  title: string;
  /** What was ordered, beside the number of the file and its owner. */
  order?: string;
  /** Two columns where there is room. */
  isWide?: boolean;
  submitText: string;
  busyText: string;
  isBusy: boolean;
  progress: Progress | null;
  /** Whether closing would lose something that is not stored as a draft. */
  unsaved: boolean;
  /** Shown below everything else after a failure. */
  failure: ReactNode;
  onSubmit: () => void;
  onStop: () => void;
  /** Called by the button that discards everything, including drafts. */
  onCancel: () => void;
  children: ReactNode;
};

/** A form about one file in a dialog. While it is being sent, only Stop ends it, and nothing typed is lost. */
export function FileFormDialog(props: FileFormDialogProps) {
  const { file, title, isBusy, progress, failure, onClose, children } = props;
  const formId = useId();
  const firstField = useRef<HTMLElement>(null);
  return (
    <Modal
      open
      size={props.isWide ? 'large' : 'medium'}
      title={title}
      description={
        <>
          {t('files.fileOfUser', { id: file.file_id, username: file.username })}
          {props.order && ` · ${props.order}`}
        </>
      }
      initialFocus={firstField}
      unsaved={props.unsaved && !isBusy}
      onClose={() => !isBusy && onClose()}
      footer={<FormButtons {...props} formId={formId} />}
    >
      <form
        ref={(form) => {
          firstField.current = form?.querySelector('input') ?? null;
        }}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) props.onSubmit();
        }}
        onKeyDown={submitOnCtrlEnter}
        className={clsx('grid gap-4', props.isWide && 'gap-x-6 min-[900px]:grid-cols-[21rem_minmax(0,1fr)]')}
      >
        {children}
        {progress && (
          <div className="col-span-full">
            <UploadProgress transfer={{ ...progress, retry: 0 }} />
          </div>
        )}
        {failure && !isBusy && (
          <div ref={showItself} className="col-span-full">
            {failure}
          </div>
        )}
      </form>
    </Modal>
  );
}

/** Stop has its own place: a press that comes as the upload ends must not hit Cancel, which discards the drafts. */
function FormButtons({ formId, isBusy, ...props }: FileFormDialogProps & { formId: string }) {
  return (
    <>
      {isBusy && <Button onClick={props.onStop}>{t('files.stopUpload')}</Button>}
      <Button disabled={isBusy} onClick={props.onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyText={props.busyText}>
        {props.submitText}
      </Button>
    </>
  );
}

/** Scrolls to a failure, because on a phone the dialog is longer than the screen. */
const showItself = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** Labelled alike in both dialogs: what an administrator writes here is what the customer reads. */
export function NotesField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Field label={t('common.notes')} hint={t('files.notesHint')}>
      <TextArea rows={2} maxLength={4000} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
