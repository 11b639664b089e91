import { OperatorNotices } from '../../../shop/notices/web/operator-notices.tsx';
import { prepareDashboard, useDashboard } from './dashboard.api.ts';
import { DashboardView } from './dashboard-view.tsx';

export const prepare = () => prepareDashboard(null);

export default function AdminDashboardScreen() {
  return <DashboardView viewer="administrator" {...useDashboard(null)} notices={<OperatorNotices />} />;
}
