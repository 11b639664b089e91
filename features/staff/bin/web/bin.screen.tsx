import { Undo2 } from 'lucide-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../../web/client/api-error.ts';
import { type ReadParameter, useFilterInAddress } from '../../../../web/lists/filter-in-address.ts';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ListToolbar } from '../../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { BIN_DAYS, type BinItem } from '../bin.calls.ts';
import { BIN_KINDS, type BinKind, restoreFromBin } from '../../restore/restore.calls.ts';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../bin.calls.ts';
import { BIN, LISTS_OF_RESTORED } from '../../restore/web/restore.ts';

const KIND_WORDS: Record<BinKind, Label> = {
  USER: textKey('staff.bin.kindUser'),
  FILE: textKey('common.file'),
  SOLUTION: textKey('common.solution'),
  SAVED_REPLY: textKey('staff.bin.kindSavedReply'),
};

const MAX_SEARCH_LENGTH = 200;

const read = (text: ReadParameter) => ({
  kind: (BIN_KINDS.find((kind) => kind === text('kind')) ?? '') as string,
  q: text('q').slice(0, MAX_SEARCH_LENGTH),
});

/** Recently deleted records that can be restored. */
export default function BinScreen() {
  const { shown, narrow, clear } = useFilterInAddress(read);
  const { data, isError, isPlaceholderData, refetch } = useBin(shown);
  const restoring = useRestore();
  const restore = (item: BinItem) =>
    restoring.mutate(item, {
      onSuccess: () => toast.show(t('staff.bin.restored', { name: item.name })),
      onError: (error) => toast.show(messageFor(error, t('common.somethingWentWrong')), 'error'),
    });
  const kinds = BIN_KINDS.map((kind) => ({
    value: kind,
    label: data ? `${t(KIND_WORDS[kind])} (${data.counts[kind]})` : t(KIND_WORDS[kind]),
  }));
  return (
    <>
      <PageHeader title={t('staff.bin.title')} hint={t('staff.bin.introduction', { days: BIN_DAYS })} />
      <Card flush>
        <ListToolbar
          search={shown.q}
          onSearch={(q) => narrow({ q })}
          placeholder={t('staff.bin.searchPlaceholder')}
          filters={[
            {
              label: t('staff.bin.kind'),
              any: t('common.anything'),
              value: shown.kind,
              options: kinds,
              onChange: (kind) => narrow({ kind }),
            },
          ]}
        />
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
          <Table
            caption={t('staff.bin.title')}
            rows={isPlaceholderData && data?.items.length === 0 ? undefined : data?.items}
            error={isError}
            onRetry={() => void refetch()}
            columns={listColumns({ restore, busy: restoring.isPending ? restoring.variables : null })}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            dense
            search={shown.q}
            isFiltered={shown.kind !== ''}
            onClearSearch={clear}
            empty={{ text: t('staff.bin.empty') }}
          />
        </div>
      </Card>
    </>
  );
}

type Restoring = { restore: (item: BinItem) => void; busy: Pick<BinItem, 'kind' | 'id'> | null };

const listColumns = ({ restore, busy }: Restoring): Column<BinItem>[] => [
  { key: 'kind', header: t('staff.bin.kind'), cell: ({ kind }) => t(KIND_WORDS[kind]), phone: 'end' },
  {
    key: 'name',
    header: t('staff.bin.name'),
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    priority: 1,
    phone: 'title',
  },
  {
    key: 'detail',
    header: t('staff.bin.detail'),
    cell: ({ detail }) => <span className="wrap-anywhere">{detail || '–'}</span>,
    priority: 3,
    phone: 'line',
  },
  {
    key: 'deleted_at',
    header: t('staff.bin.deleted'),
    cell: ({ deleted_at }) => <TimeStamp value={deleted_at} />,
    priority: 2,
  },
  {
    key: 'deleted_by',
    header: t('staff.bin.by'),
    cell: ({ deleted_by, open_user_id }) => (
      <RecordInRow to={pathOfUser(open_user_id)}>{deleted_by ?? '–'}</RecordInRow>
    ),
    priority: 3,
  },
  {
    key: 'until',
    header: t('staff.bin.restorableUntil'),
    cell: ({ until }) => <TimeStamp value={until} dateOnly />,
    priority: 2,
    phone: 'end line',
  },
  actionColumn({ restore, busy }),
];

const actionColumn = ({ restore, busy }: Restoring): Column<BinItem> => ({
  key: 'actions',
  header: t('common.actions'),
  actions: true,
  phone: 'after',
  cell: (item) => (
    <Button
      small
      icon={<Undo2 />}
      busy={busy?.kind === item.kind && busy.id === item.id}
      aria-label={t('staff.bin.restoreLabel', { name: item.name })}
      onClick={() => restore(item)}
    >
      {t('staff.bin.restore')}
    </Button>
  ),
});

const useBin = ({ kind, q }: { kind: string; q: string }) =>
  useQuery({
    queryKey: [...BIN, kind, q],
    queryFn: ({ signal }) =>
      call(contract.listBin, { ...(kind && { kind: kind as BinKind }), ...(q.trim() && { q: q.trim() }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const useRestore = () =>
  useChange(({ kind, id }: { kind: BinKind; id: number }) => call(restoreFromBin, { kind, id }), LISTS_OF_RESTORED, {
    evenAfterFailure: true,
  });
