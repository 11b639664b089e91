import { useParams } from 'react-router';
import { ApiError } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { AdminSolutionForm } from './admin-solution-form.tsx';
import { useSolution } from './catalogue.api.ts';

export default function AdminEditSolution() {
  const { data, error, isFetching, refetch } = useSolution(Number(useParams().id));
  return (
    <>
      <PageHeader title={t('catalogue.editSolution')} subline={data?.name} />
      {data ? (
        <AdminSolutionForm key={data.id} solution={data} />
      ) : (
        <Card>
          <NotYet error={isFetching ? null : error} onRetry={() => void refetch()} />
        </Card>
      )}
    </>
  );
}

function NotYet({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <SkeletonForm fields={5} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        art="ledger"
        text={t('catalogue.notFound')}
        action={<NextStep to="/admin/solutions">{t('common.solutionPrice')}</NextStep>}
      />
    );
  }
  return <LoadError onRetry={onRetry} />;
}
