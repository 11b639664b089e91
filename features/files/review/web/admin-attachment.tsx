import { refusalText } from '../../../../web/client/refusal-text.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import type { Progress } from '../../../../web/client/upload.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../../contract/endpoint.ts';
import { emptyFile } from '../../files.rules.ts';

/** Holds the file chosen in a dialog, and what is wrong with it; `dropped` is chosen from the beginning. */
export function useAttachment(onChosen?: (file: File) => void, dropped: File | null = null) {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const choose = (chosen: File) => {
    const problem = checkSize(chosen);
    setError(problem);
    if (problem !== undefined) return;
    setFile(chosen);
    onChosen?.(chosen);
  };
  useEffect(() => {
    if (dropped !== null) choose(dropped);
    // oxlint-disable-next-line react/exhaustive-deps -- the dialog is opened anew for another file
  }, []);
  return { file, error, choose, setError };
}

function checkSize({ size }: File): string | undefined {
  if (size > UPLOAD_LIMIT_BYTES) return t('common.fileTooLarge');
  return size === 0 ? refusalText(emptyFile()) : undefined;
}

type AttachmentFieldProps = {
  label: string;
  attachment: ReturnType<typeof useAttachment>;
  /** Low from the beginning; otherwise once a file is chosen. */
  isSmall?: boolean;
  required?: boolean;
  hint?: string;
  disabled: boolean;
};

export function AttachmentField({ label, attachment, isSmall, required, hint, disabled }: AttachmentFieldProps) {
  const { file, error, choose } = attachment;
  return (
    <Field label={label} required={required} error={error} hint={hint}>
      <DropZone
        onFile={choose}
        isSmall={isSmall || file !== null}
        fileName={file?.name}
        hint={file ? sizeText(file.size) : t('common.anyFileHint')}
        disabled={disabled}
      />
    </Field>
  );
}

/** The progress of a dialog's upload, and a way to stop it. */
export function useTransfer() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const sending = useRef<AbortController | null>(null);
  return {
    progress,
    /** Returns the options of an upload; without a file there is no progress to show. */
    start(file: File | null) {
      const controller = new AbortController();
      sending.current = controller;
      setProgress(file ? { sentBytes: 0, totalBytes: file.size } : null);
      return { file, onProgress: file ? setProgress : undefined, signal: controller.signal };
    },
    end: () => setProgress(null),
    stop: () => sending.current?.abort(),
    wasStopped: () => sending.current?.signal.aborted ?? false,
  };
}
