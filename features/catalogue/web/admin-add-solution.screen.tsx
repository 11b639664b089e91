import { t } from '../../../web/languages/text.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { AdminSolutionForm } from './admin-solution-form.tsx';

export default function AdminAddSolution() {
  return (
    <>
      <PageHeader title={t('catalogue.addSolution')} />
      <AdminSolutionForm />
    </>
  );
}
