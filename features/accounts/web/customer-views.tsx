import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { listMyViews } from '../customer-views.calls.ts';

/** When support saw the portal as this user, and why; nothing for whom they never did. */
export default function CustomerViews() {
  const { data } = useQuery({
    queryKey: ['my-views'],
    queryFn: ({ signal }) => call(listMyViews, {}, { signal }),
    staleTime: 0,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title={t('accounts.views.listTitle')}>
      <p className="text-body text-text2">{t('accounts.views.listHint')}</p>
      <ul className="mt-3 grid gap-2">
        {data.map(({ id, created_at, reason }) => (
          <li key={id} className="wrap-anywhere">
            <TimeStamp value={created_at} /> · {reason}
          </li>
        ))}
      </ul>
    </Card>
  );
}
