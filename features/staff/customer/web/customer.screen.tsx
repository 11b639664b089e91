import EditUser from '../../../accounts/web/edit-user.screen.tsx';
import { CustomerOverview } from './customer-overview.tsx';

/** Accounts know nothing of files, tickets and money, so they are combined here. */
export default function CustomerScreen() {
  return <EditUser Overview={CustomerOverview} />;
}
