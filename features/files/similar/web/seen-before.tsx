import { GitCompareArrows, Repeat2 } from 'lucide-react';
import { Folded } from '../../../../web/ui/folded.tsx';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../../web/languages/numbers.ts';
import { RecordLink, pathOfFile, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { StatusBadge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import { splitSolutionNames } from '../../files.rules.ts';
import { canUploadModified } from '../../review/review.rules.ts';
import type { SimilarFile, SimilarFiles } from '../similar-files.calls.ts';
import { alikeOf, computeSameThousandths } from '../similar-files.rules.ts';
import type { CompareOriginalsProps } from './compare-originals.tsx';
import type { ReuseModifiedProps } from './reuse-modified.tsx';
import { useSimilarFiles } from './similar-files.api.ts';
import { useCan } from '../../../../web/client/session.ts';

const CompareOriginals = lazyDialog<CompareOriginalsProps & { open: boolean }>(
  async () => (await import('./compare-originals.tsx')).CompareOriginals,
);
const ReuseModified = lazyDialog<ReuseModifiedProps & { open: boolean }>(
  async () => (await import('./reuse-modified.tsx')).ReuseModified,
);

type SeenBeforeProps = Omit<FileDialogProps, 'onClose'>;

/** For administrators: files of any customer with an original similar to this one. */
export default function SeenBefore({ file, acknowledge }: SeenBeforeProps) {
  const { data, isError, refetch } = useSimilarFiles(file.id);
  const [opened, setOpened] = useState<{ dialog: 'compare' | 'reuse'; other: SimilarFile } | null>(null);
  const onClose = () => setOpened(null);
  const mayAttach = useCan('files.attach-modified');
  const row = (other: SimilarFile) => (
    <Row
      key={other.id}
      other={other}
      onCompare={mayAttach ? () => setOpened({ dialog: 'compare', other }) : undefined}
      onReuse={
        mayAttach && other.can_reuse && canUploadModified(file)
          ? () => setOpened({ dialog: 'reuse', other })
          : undefined
      }
    />
  );
  return (
    <Card title={t('files.similar.title')}>
      {data === undefined && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
      {data !== undefined && (
        <div className="grid gap-3">
          <StateOf found={data} />
          <Rows files={data.files.filter(isIdentical)} row={row} />
          <Similar files={data.files.filter((one) => !isIdentical(one))} row={row} />
        </div>
      )}
      {opened?.dialog === 'compare' && <CompareOriginals open file={file} other={opened.other} onClose={onClose} />}
      {opened?.dialog === 'reuse' && (
        <ReuseModified open file={file} other={opened.other} acknowledge={acknowledge} onClose={onClose} />
      )}
    </Card>
  );
}

const isIdentical = ({ likeness }: SimilarFile) => likeness === 'IDENTICAL' || likeness === 'SAME_CONTENT';

type RowsProps = { files: readonly SimilarFile[]; row: (other: SimilarFile) => ReactNode };

const Rows = ({ files, row }: RowsProps) =>
  files.length > 0 && <ul className="-my-1 grid divide-y">{files.map(row)}</ul>;

/** Folded, because none of them can be reused as it is. */
function Similar({ files, row }: RowsProps) {
  if (files.length === 0) return null;
  const alike = files.flatMap((one) => alikeOf(one) ?? []).map((one) => computeSameThousandths(one) / 1000);
  const [least, most] = [Math.min(...alike), Math.max(...alike)].map((share) => formatNumber(share * 100, ONE_DIGIT));
  const summary =
    alike.length === 0
      ? t('files.similar.sameSoftwareCount', { count: files.length })
      : t('files.similar.alikeCount', {
          count: files.length,
          percent: least === most ? `${most}` : `${least}–${most}`,
        });
  return (
    <Folded title={summary}>
      <Rows files={files} row={row} />
    </Folded>
  );
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const STATES: Record<Exclude<SimilarFiles['state'], 'DONE'>, Label> = {
  WAITING: textKey('files.similar.pending'),
  FAILED: textKey('files.similar.failed'),
};

function StateOf({ found: { state, files } }: { found: SimilarFiles }) {
  const text = state !== 'DONE' ? t(STATES[state]) : files.length === 0 ? t('files.similar.empty') : null;
  return text === null ? null : (
    <p role="status" className="text-body text-text2">
      {text}
    </p>
  );
}

type RowProps = { other: SimilarFile; onCompare: (() => void) | undefined; onReuse: (() => void) | undefined };

function Row({ other, onCompare, onReuse }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="text-body font-strong wrap-anywhere">{likenessText(other)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-small leading-6 text-text2">
          <span className="wrap-anywhere">
            <RecordLink to={pathOfFile('administrator', other.id)}>{`#${other.file_id}`}</RecordLink>{' '}
            {splitSolutionNames(other.solution).join(', ')}
          </span>
          <StatusBadge status={other.status} />
          <span className="wrap-anywhere">
            <RecordLink to={pathOfUser(other.user_id)}>{other.username}</RecordLink>
          </span>
          <TimeStamp value={other.created_at} />
        </p>
        <Figures other={other} />
      </div>
      <div className="flex flex-wrap gap-2">
        {onReuse && (
          <Button
            icon={<Repeat2 />}
            onClick={onReuse}
            aria-label={t('files.similar.reuseLabel', { id: other.file_id })}
          >
            {t('files.similar.reuse')}
          </Button>
        )}
        {onCompare && other.likeness !== 'IDENTICAL' && (
          <Button
            variant="quiet"
            icon={<GitCompareArrows />}
            onClick={onCompare}
            aria-label={t('files.similar.compareLabel', { id: other.file_id })}
          >
            {t('files.similar.compare')}
          </Button>
        )}
      </div>
    </li>
  );
}

function likenessText(other: SimilarFile): string {
  const alike = alikeOf(other);
  if (alike !== null) {
    const share = computeSameThousandths(alike) / 1000;
    const percent = formatNumber(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return t('files.similar.alike', { percent, id: other.file_id });
  }
  return t(LIKENESS_TEXTS[other.likeness], { id: other.file_id });
}

const LIKENESS_TEXTS: Record<SimilarFile['likeness'], Label> = {
  IDENTICAL: textKey('files.similar.identical'),
  SAME_CONTENT: textKey('files.similar.sameContent'),
  ALIKE: textKey('files.similar.sameSoftware'),
  SAME_SOFTWARE: textKey('files.similar.sameSoftware'),
};

function Figures({ other }: { other: SimilarFile }) {
  const alike = alikeOf(other);
  if (alike === null) return null;
  const { bytes_compared: all, bytes_same: same } = alike;
  return <p className="text-small text-text3">{t('files.similar.counted', { count: all - same, all })}</p>;
}
