import { getSession, useSession } from '../../../../web/client/session.ts';
import { FirstLook } from '../../../files/first-look/web/first-look.tsx';
import { prepareDashboard, useDashboard } from './dashboard.api.ts';
import { DashboardView } from './dashboard-view.tsx';

export const prepare = async () => {
  const user = getSession()?.user;
  if (user !== undefined) await prepareDashboard(user.id);
};

export default function MyDashboardScreen() {
  const user = useSession()?.user;
  return user === undefined ? null : <MyDashboard userId={user.id} />;
}

function MyDashboard({ userId }: { userId: number }) {
  return <DashboardView viewer="customer" {...useDashboard(userId)} notices={<FirstLook hasZone />} />;
}
