import { LONG, LONG_NAME, States } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { PageHeader } from './page-header.tsx';

export default { title: 'Layout/Page header' };

export const Kinds = () => (
  <States>
    <PageHeader title="My files" />
    <PageHeader title="My files" actions={<Button variant="primary">New file</Button>} />
    <PageHeader title="Audi S3 1.8 T 2001" subline="File 1042, uploaded today" actions={<Button>Ticket</Button>} />
    <PageHeader title={LONG} subline={LONG_NAME} actions={<Button>Ticket</Button>} />
  </States>
);
