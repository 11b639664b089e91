import { Library, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { COMPACT, ListToolbar, matchesAll, useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import type { Solution } from '../catalogue.calls.ts';
import { useDeleteSolution, useSolutions } from './catalogue.api.ts';
import { SolutionPrice } from './solution-price.tsx';
import { useUndoDeletion } from '../../staff/restore/web/undo-deletion.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';

export default function AdminSolutions() {
  const { data, isError, isFetching, refetch } = useSolutions();
  const address = useListAddress();
  const [deleting, setDeleting] = useState<Solution | null>(null);
  const { search } = address;
  const rows = useMemo(() => data?.filter((solution) => matchesSearch(solution, search)), [data, search]);
  const columns = useMemo(() => listColumns(setDeleting), []);
  return (
    <>
      <PageHeader title={t('common.solutionPrice')} actions={<WaysToAdd />} />
      <Card flush className={COMPACT}>
        <ListToolbar
          search={search}
          onSearch={address.setSearch}
          placeholder={t('catalogue.searchPlaceholder')}
          filters={[]}
        />
        <Table
          dense
          caption={t('common.solutions')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={editPath}
          error={isError && !isFetching}
          onRetry={() => void refetch()}
          search={data?.length ? search : ''}
          onClearSearch={address.clear}
          sort={address.sort}
          onSort={address.setSort}
          empty={{
            text: t('catalogue.solutionsEmpty'),
            art: 'ledger',
            action: <NextStep to="/admin/add-solution">{t('catalogue.addSolutionLink')}</NextStep>,
          }}
        />
      </Card>
      <AdminDeleteSolution solution={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

const WaysToAdd = () => (
  <>
    <ButtonLink to="/admin/standard-solutions" icon={<Library />}>
      {t('catalogue.standard.title')}
    </ButtonLink>
    <ButtonLink to="/admin/add-solution" variant="primary" icon={<Plus />}>
      {t('catalogue.addSolutionLink')}
    </ButtonLink>
  </>
);

const editPath = ({ id }: Solution) => `/admin/edit-solution/${id}`;

function matchesSearch({ name, code, type }: Solution, search: string): boolean {
  const texts = [name, code, type].map((text) => text.toLowerCase());
  return matchesAll(search, (word) => texts.some((text) => text.includes(word)));
}

function listColumns(onDelete: (solution: Solution) => void): Column<Solution>[] {
  const plain = (key: 'name' | 'code' | 'credits' | 'type' | 'order_no', header: string): Column<Solution> => ({
    key,
    header,
    cell: (solution) => solution[key],
    sortValue: (solution) => solution[key],
  });
  return [
    { ...plain('name', t('catalogue.name')), priority: 1, phone: 'title' },
    { ...plain('code', t('catalogue.code')), phone: 'line' },
    {
      ...plain('credits', t('common.credits')),
      align: 'right',
      phone: 'after',
      // A long table reuses the elements of a row for another one: an open field would go with them.
      cell: (solution) => <SolutionPrice key={solution.id} solution={solution} />,
    },
    { ...plain('type', t('common.type')), phone: 'line' },
    { ...plain('order_no', t('catalogue.orderColumn')), align: 'right' },
    {
      key: 'actions',
      header: t('common.actions'),
      actions: true,
      phone: 'after',
      showsHeader: true,
      cell: (solution) => <RowActions solution={solution} onDelete={onDelete} />,
    },
  ];
}

function RowActions({ solution, onDelete }: { solution: Solution; onDelete: (solution: Solution) => void }) {
  const isCard = useMediaQuery('(width < 640px)');
  const look = { variant: 'quiet', small: true, iconOnly: true } as const;
  const which = { name: solution.name };
  return (
    <div className="flex justify-end gap-2 sm:-my-1 sm:gap-1">
      {/* On a phone the row itself is the link. */}
      {!isCard && (
        <ButtonLink {...look} to={editPath(solution)} icon={<Pencil />} aria-label={t('catalogue.editLabel', which)}>
          {t('common.edit')}
        </ButtonLink>
      )}
      <Button
        {...look}
        icon={<Trash2 />}
        aria-label={t('common.deleteLabel', which)}
        onClick={() => onDelete(solution)}
      >
        {t('common.delete')}
      </Button>
    </div>
  );
}

function AdminDeleteSolution({ solution, onClose }: { solution: Solution | null; onClose: () => void }) {
  const undo = useUndoDeletion('SOLUTION');
  return (
    <DeleteDialog
      item={solution}
      removal={useDeleteSolution()}
      title={t('catalogue.deleteConfirm')}
      description={
        solution && (
          <>
            <strong className="text-text wrap-anywhere">{solution.name}</strong> ({solution.code})
            <br />
            {t('catalogue.deleteHint')}
          </>
        )
      }
      deletedText={t('catalogue.deleted')}
      undo={undo && (({ id, name }: Solution) => undo([id], name))}
      failedText={t('catalogue.deleteFailed')}
      onClose={onClose}
    />
  );
}
