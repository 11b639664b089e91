import { clsx } from 'clsx';
import { FileCheck, Upload } from 'lucide-react';
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { useFieldControl } from './field.tsx';

export type DropZoneProps = {
  onFile?: (file: File) => void;
  /** Replaces `onFile` where several files may be chosen at once. */
  onFiles?: (files: readonly File[]) => void;
  /** For a secondary drop zone on a page. */
  isSmall?: boolean;
  /** Name of the chosen file. */
  fileName?: string;
  hint?: ReactNode;
  /** The button text before and after a file is chosen. */
  chooseText?: string;
  changeText?: string;
  isBlueWhenChosen?: boolean;
  /** File types offered in the browser's file dialog; dropped files may be of any type. */
  accept?: string;
  /** Accessible name, for use without a Field. */
  label?: string;
  disabled?: boolean;
  id?: string;
  name?: string;
};

const looks = {
  over: 'border-solid border-accent bg-surface2',
  blue: 'border-solid border-blue-solid bg-blue-bg text-blue-fg',
  plain: 'border-dashed border-border-strong bg-surface',
};

/** Takes one or several files of any kind, dropped or picked. The file input has the focus, so keys work as usual. */
export function DropZone(props: DropZoneProps) {
  const { onFile, onFiles, fileName, hint, label, disabled, id, name, isBlueWhenChosen = false } = props;
  const wired = useFieldControl({ id });
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!files || !file || disabled) return;
    onFile?.(file);
    onFiles?.([...files]);
  };
  const { over, handlers } = useDropping(take, disabled === true);
  const Icon = fileName ? FileCheck : Upload;
  return (
    <label
      {...handlers}
      className={clsx(
        'relative flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-card border-2 px-4 sm:gap-2',
        props.isSmall ? 'py-3' : 'min-h-36 py-4 sm:py-6',
        'text-center transition-colors duration-150 hover:bg-surface2',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:cursor-not-allowed has-disabled:border-border has-disabled:bg-surface2 has-disabled:text-text3 has-aria-invalid:border-red-solid',
        looks[over ? 'over' : isBlueWhenChosen && fileName ? 'blue' : 'plain'],
      )}
    >
      <input
        {...wired}
        type="file"
        accept={props.accept}
        name={name}
        disabled={disabled}
        multiple={onFiles !== undefined}
        aria-label={wired.id ? undefined : (label ?? t('common.chooseFile'))}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // Cleared, because picking the same file again would otherwise fire no event.
          event.target.value = '';
        }}
      />
      <Icon size={28} className={props.disabled ? undefined : 'text-accent'} />
      <span className="max-w-full text-body font-strong wrap-anywhere">
        {fileName ?? (over ? t('common.dropFileHere') : t('common.dropOrChooseFile'))}
      </span>
      <ZoneButton {...props} />
      {hint && <span className="text-small text-text3">{hint}</span>}
      <span role="status" className="sr-only">
        {fileName ? t('common.fileChosen', { fileName }) : ''}
      </span>
    </label>
  );
}

/** Tracks whether something is dragged over the zone, and handles dropped files. */
function useDropping(onDrop: (files: FileList) => void, disabled: boolean) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const handlers = {
    onDragEnter: drag,
    onDragOver: drag,
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer.files);
    },
  };
  return { over, handlers };
}

/** Only looks like a button; the whole zone can be pressed. */
function ZoneButton({ fileName, chooseText, changeText }: DropZoneProps) {
  const text = fileName ? (changeText ?? t('common.chooseOtherFile')) : chooseText;
  if (text === undefined) return null;
  const isButton = fileName ? changeText !== undefined : true;
  return (
    <span
      className={
        isButton
          ? 'mt-1 inline-flex min-h-control items-center rounded-control border border-border-strong bg-surface px-4 text-body font-strong text-text'
          : 'text-small text-link underline underline-offset-3'
      }
    >
      {text}
    </span>
  );
}
