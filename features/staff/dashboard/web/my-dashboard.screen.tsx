import { useNavigate } from 'react-router';
import { useSession } from '../../../../web/client/session.ts';
import { DropAnywhere } from '../../../../web/ui/drop-anywhere.tsx';
import { handFileToUpload } from '../../../files/upload/web/handed-file.ts';
import { useDashboard } from './dashboard.api.ts';
import { DashboardView } from './dashboard-view.tsx';

export default function MyDashboardScreen() {
  const user = useSession()?.user;
  return user === undefined ? null : <MyDashboard userId={user.id} />;
}

/** A file that is dropped anywhere begins an order. */
function MyDashboard({ userId }: { userId: number }) {
  const navigate = useNavigate();
  const beginOrder = (file: File) => {
    handFileToUpload(file);
    void navigate('/upload');
  };
  return (
    <>
      <DashboardView viewer="customer" {...useDashboard(userId)} />
      <DropAnywhere onFile={beginOrder} disabled={false} />
    </>
  );
}
