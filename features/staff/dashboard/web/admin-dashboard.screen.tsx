import { OperatorNotices } from '../../../shop/notices/web/operator-notices.tsx';
import { useDashboard } from './dashboard.api.ts';
import { DashboardView } from './dashboard-view.tsx';

export default function AdminDashboardScreen() {
  return <DashboardView viewer="administrator" {...useDashboard(null)} notices={<OperatorNotices />} />;
}
