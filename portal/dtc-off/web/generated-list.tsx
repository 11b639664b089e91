import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import type { ListedGeneration } from '../generations.contract.ts';
import { useGenerations } from './dtc-off.api.ts';
import { GeneratedFile, VerifyLink } from './generated-files.tsx';

type GeneratedListProps = {
  /** For an administrator: whose each file is. */
  hasOwners?: boolean;
  /** What is shown while there is no file; without it, nothing is. */
  empty?: string;
};

/** Every file that DTC OFF has made, newest first, a page at a time; they stay when their session is over. */
export function GeneratedList({ hasOwners = false, empty }: GeneratedListProps) {
  const { data, isError, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGenerations();
  const generations = data?.pages.flatMap((page) => page.generations) ?? [];
  if (generations.length === 0 && empty === undefined) return null;
  return (
    <Card title={t('Generated files')} actions={<VerifyLink />}>
      {isPending && <SkeletonLines lines={6} />}
      {isError && generations.length === 0 && <LoadError onRetry={() => void refetch()} />}
      {data !== undefined && generations.length === 0 && <EmptyState text={empty ?? ''} />}
      <ul className="grid gap-5">
        {generations.map((generation) => (
          <li key={generation.id} className="grid min-w-0 gap-2 border-t pt-4 first:border-t-0 first:pt-0">
            <GeneratedFile
              generation={generation}
              hasFile={generation.has_file}
              facts={<Facts generation={generation} hasOwner={hasOwners} />}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className="mt-5"
          busy={isFetchingNextPage}
          busyText={t('Loading...')}
          onClick={() => void fetchNextPage()}
        >
          {t('Show older files')}
        </Button>
      )}
    </Card>
  );
}

function Facts({ generation, hasOwner }: { generation: ListedGeneration; hasOwner: boolean }) {
  const { username, original_name, has_file } = generation;
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-text2 wrap-anywhere">
      {hasOwner && <span className="font-strong">{username}</span>}
      <span>{t('Made of {file}', { file: original_name })}</span>
      {!has_file && <span>{t('The file itself was removed when its session ended; its proof is still here.')}</span>}
    </p>
  );
}
