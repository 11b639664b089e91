import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import type { EditableUser } from '../user.ts';
import { useUserColleagues } from './colleagues.api.ts';

/** The other users of a customer's company; nothing for a customer without any. */
export default function UserColleagues({ user: { id } }: { user: EditableUser }) {
  const { data } = useUserColleagues(id);
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="mt-6">
      <Card title={t('accounts.colleagues.title')}>
        <ul className="grid gap-2">
          {data.map((colleague) => (
            <li key={colleague.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
              <RecordLink to={pathOfUser(colleague.id)}>{colleague.username}</RecordLink>
              <EmailText email={colleague.email} />
              {colleague.is_invited && <Badge>{t('accounts.colleagues.invited')}</Badge>}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
