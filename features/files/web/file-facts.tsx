import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { t, chooseText, wordText } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Badge, StatusBadge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { CopyButton, DescriptionList, type DescriptionField } from '../../../web/ui/description-list.tsx';
import { FileName } from '../../../web/ui/file-name.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import {
  getFileField,
  listFileFields,
  type FileField,
  type FileFieldName,
  type FileFieldValues,
} from '../file-fields.ts';
import type { File } from '../file.ts';
import { splitSolutionNames } from '../files.rules.ts';
import { FILE_FIELD_LABELS } from '../file-field-labels.ts';

type FileFactsProps = {
  file: File;
  /** The balance is too low: the price is red and pulses. */
  isShort?: boolean;
  /** Lines before the usual ones, such as the owner of the file. */
  extra?: readonly DescriptionField[];
};

/** What is known about a file: the numbers and states that people look for first, then everything else. */
export function FileFacts({ file, isShort = false, extra = [] }: FileFactsProps) {
  const fields: DescriptionField[] = [
    { label: t('common.solution'), value: <SolutionChips solution={file.solution} />, wide: true },
    ...(file.ordered_dtcs.length === 0
      ? []
      : [{ label: t('files.orderedDtcs'), value: <OrderedDtcs codes={file.ordered_dtcs} />, wide: true }]),
    ...extra,
    { label: t('common.fileName'), value: <FileName text={file.file_name} />, copy: file.file_name, wide: true },
    ...listFacts(file, 'File Information'),
    { label: t('common.uploadedAt'), value: <TimeStamp value={file.created_at} /> },
    { label: t('files.modifiedAt'), value: <TimeStamp value={file.updated_at} /> },
  ];
  return (
    <div className="grid gap-5">
      <Gauges file={file} isShort={isShort} />
      <DescriptionList fields={fields} columns={3} />
    </div>
  );
}

function Gauges({ file, isShort }: { file: File; isShort: boolean }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-4 border-b pb-5 max-sm:*:flex-[1_0_calc(50%-0.5rem)] sm:gap-x-6">
      <Gauge label={t('common.fileId')}>
        <span className="min-w-0 text-title font-strong wrap-anywhere">{file.file_id}</span>
        <CopyButton text={file.file_id} label={t('common.fileId')} />
      </Gauge>
      <Gauge label={t('common.solutionPrice')}>
        <Price price={file.price} isShort={isShort} />
      </Gauge>
      <Gauge label={t('common.status')}>
        <StatusBadge status={file.status} />
      </Gauge>
      <Gauge label={t('common.priceStatus')}>
        <StatusBadge status={file.price_status} />
      </Gauge>
      {file.feasible !== null && (
        <Gauge label={t('common.feasible')}>
          <StatusBadge status={file.feasible} />
        </Gauge>
      )}
    </dl>
  );
}

function Gauge({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="max-w-full">
      <dt className="text-label text-text3">{label}</dt>
      <dd className="flex min-h-8 items-center gap-1">{children}</dd>
    </div>
  );
}

/** The pulse is behind the number, so that the number stays readable throughout. */
function Price({ price, isShort }: { price: number; isShort: boolean }) {
  return (
    <span
      data-short={isShort || undefined}
      className={clsx('relative isolate text-title font-strong', isShort && '-mx-2 px-2 text-red-fg')}
    >
      {isShort && (
        <span aria-hidden="true" className="absolute inset-0 -z-1 animate-breathe rounded-control bg-red-bg" />
      )}
      {formatAmount(price)} <span className="text-small">CRS</span>
    </span>
  );
}

/** Shows the stored list item by item: names joined by commas, the customer's codes as `DTC:{text}`. */
function SolutionChips({ solution }: { solution: string }) {
  const names = splitSolutionNames(solution);
  if (names.length === 0) return <span>–</span>;
  return (
    <span className="flex flex-wrap gap-1.5 pt-1">
      {names.map((name, position) => (
        <Badge key={`${position} ${name}`}>{name}</Badge>
      ))}
    </span>
  );
}

const SHOWN_CODES = 40;

/** Trouble codes as the file's table spells them; at first only the beginning of a long list. */
function OrderedDtcs({ codes }: { codes: readonly string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? codes : codes.slice(0, SHOWN_CODES);
  return (
    <span className="flex flex-wrap items-center gap-1.5 pt-1 font-mono">
      {shown.map((code) => (
        <Badge key={code}>{code}</Badge>
      ))}
      {shown.length < codes.length && (
        <Button small variant="quiet" onClick={() => setShowsAll(true)}>
          {t('dtc-off.showAll', { count: codes.length })}
        </Button>
      )}
    </span>
  );
}

function Multiline({ text }: { text: string | null }) {
  return text ? <span className="whitespace-pre-line">{text}</span> : <span>–</span>;
}

export const VehicleFacts = ({ file }: { file: FileFieldValues }) => (
  <DescriptionList fields={listFacts(file, 'Vehicle Information')} />
);

/** Returns the fields of one card. */
function listFacts(file: FileFieldValues, card: FileField['card']): DescriptionField[] {
  return listFileFields((field) => field.card === card)
    .toSorted((one, other) => placeOnCard(one) - placeOnCard(other))
    .map((name) => toFact(name, file[name]));
}

/** Sorts multi-line texts first and the others as in the form, except those that are to be last. */
function placeOnCard(name: FileFieldName): number {
  const { control, isLastOnCard = false } = getFileField(name);
  return control === 'lines' ? 0 : isLastOnCard ? 2 : 1;
}

/** The label comes from the specification; the tooltip shows the upload form's name for the same field. */
function toFact(name: FileFieldName, value: string | null): DescriptionField {
  const { control, isTranslated, isCopied } = getFileField(name);
  const { form, card } = FILE_FIELD_LABELS[name];
  const label = chooseText(card ?? form);
  if (control === 'lines') return { label, value: <Multiline text={value} />, wide: true };
  const text = value && isTranslated ? wordText(value) : value;
  if (!text) return { label, value: null };
  return {
    label,
    value: card === undefined ? text : <span title={chooseText(form)}>{text}</span>,
    ...(isCopied && { copy: text }),
  };
}
