import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { Folded } from '../../../web/ui/folded.tsx';
import { t, chooseText, wordText } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Badge, StatusBadge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DescriptionList, type DescriptionField } from '../../../web/ui/description-list.tsx';
import { FileName } from '../../../web/ui/file-name.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import {
  getFileField,
  listFileFields,
  type FileField,
  type FileFieldName,
  type FileFieldValues,
} from '../file-fields.ts';
import type { File } from '../file.ts';
import { DTC_PREFIX, splitSolutionNames } from '../files.rules.ts';
import { useSolutions } from '../../catalogue/web/catalogue.api.ts';
import { FILE_FIELD_LABELS } from '../file-field-labels.ts';

type OrderCardProps = {
  file: File;
  /** The balance is too low: the price is red and pulses. */
  isShort?: boolean;
  /** Fields before the usual ones, such as the owner of the file. */
  extra?: readonly DescriptionField[];
  actions?: ReactNode;
};

/** What is ordered and what it costs on one line; below that, everything else that is known about the file. */
export function OrderCard({ file, isShort = false, extra = [], actions }: OrderCardProps) {
  const isWide = useMediaQuery('(width >= 800px)');
  const fields: DescriptionField[] = [
    { label: t('common.fileId'), value: file.file_id, copy: file.file_id },
    { label: t('common.fileName'), value: <FileName text={file.file_name} />, copy: file.file_name, isName: true },
    { label: t('common.status'), value: <StatusBadge status={file.status} /> },
    { label: t('common.priceStatus'), value: <StatusBadge status={file.price_status} /> },
    ...(file.feasible === null ? [] : [{ label: t('common.feasible'), value: <StatusBadge status={file.feasible} /> }]),
    ...listFacts(file, 'File Information'),
    { label: t('common.uploadedAt'), value: <TimeStamp value={file.created_at} /> },
    ...(file.ordered_by == null ? [] : [{ label: t('common.orderedByLabel'), value: file.ordered_by }]),
    { label: t('files.modifiedAt'), value: <TimeStamp value={file.updated_at} /> },
    ...extra,
  ];
  return (
    <Card title={t('files.orderTitle')} actions={actions}>
      <div className="grid gap-3">
        <dl className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b pb-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
            <dt className="sr-only">{t('common.solution')}</dt>
            <dd>
              <SolutionChips file={file} />
            </dd>
            {file.ordered_dtcs.length > 0 && (
              <>
                <dt className="sr-only">{t('files.orderedDtcs')}</dt>
                <dd>
                  <OrderedDtcs codes={file.ordered_dtcs} />
                </dd>
              </>
            )}
          </div>
          <div className="ml-auto flex flex-wrap items-baseline gap-x-2">
            <dt className="text-small text-text3">{t('common.solutionPrice')}</dt>
            <dd>
              {file.solution_ids.length > 1 && <PriceParts file={file} />}
              <Price price={file.price} isShort={isShort} />
            </dd>
          </div>
        </dl>
        {isWide ? <DescriptionList fields={fields} /> : <FoldedFields fields={fields} />}
      </div>
    </Card>
  );
}

/** On a phone, the state and the price are what is read; the rest is looked up. */
function FoldedFields({ fields }: { fields: readonly DescriptionField[] }) {
  return (
    <Folded className="-my-2 open:mb-0" title={t('files.orderDetails')}>
      <DescriptionList fields={fields} />
    </Folded>
  );
}

/** "90.00 + 10.00 =", where today's prices of the solutions add up to the price of the file. */
function PriceParts({ file }: { file: File }) {
  const { data = [] } = useSolutions();
  const parts = file.solution_ids.map((id) => data.find((one) => one.id === id)?.credits ?? 0);
  if (parts.reduce((sum, credits) => sum + credits, 0) !== file.price) return null;
  return <span className="mr-2 text-text2">{`${parts.map(formatAmount).join(' + ')} =`}</span>;
}

/** The pulse is behind the number, so that the number stays readable throughout. */
function Price({ price, isShort }: { price: number; isShort: boolean }) {
  return (
    <span
      data-short={isShort || undefined}
      className={clsx('relative isolate text-lead font-strong', isShort && '-mx-2 px-2 text-red-fg')}
    >
      {isShort && (
        <span aria-hidden="true" className="absolute inset-0 -z-1 animate-breathe rounded-control bg-red-bg" />
      )}
      {formatAmount(price)} <span className="text-small">CRS</span>
    </span>
  );
}

/**
 * Shows the stored list item by item: names joined by commas, the customer's codes as `DTC:{text}`. Codes that all stand
 * beside it, as the file's table spells them, are not repeated.
 */
function SolutionChips({ file: { solution, ordered_dtcs: codes } }: { file: File }) {
  const isOrdered = (word: string) => codes.includes(word.toUpperCase());
  const names = splitSolutionNames(solution).filter(
    (name) =>
      codes.length === 0 || !name.startsWith(DTC_PREFIX) || !name.slice(DTC_PREFIX.length).split(' ').every(isOrdered),
  );
  if (names.length === 0) return <span>–</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
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
    <span className="flex flex-wrap items-center gap-1.5 font-mono">
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
  if (control === 'lines') return { label, value: <Multiline text={value} />, wide: value !== null && value !== '' };
  const text = value && isTranslated ? wordText(value) : value;
  if (!text) return { label, value: null };
  return {
    label,
    value: card === undefined ? text : <span title={chooseText(form)}>{text}</span>,
    ...(isCopied && { copy: text }),
  };
}

export const VehicleCard = ({ file }: { file: File }) => (
  <Card title={t('files.page.vehicleTitle')}>
    <VehicleFacts file={file} />
  </Card>
);
