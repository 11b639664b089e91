import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import type { NotificationChoice } from '../notifications.calls.ts';
import { KIND_TEXT } from './unread-mark.tsx';
import { call } from '../../../web/client/call.ts';
import * as contract from '../notifications.calls.ts';

/** Where the user is notified of each kind; the list in the bell has all of them. */
export default function NotificationChoices() {
  const { data, isError, refetch } = useNotificationChoices();
  const update = useUpdateNotificationChoice();
  return (
    <Card title={t('messaging.bell.title')}>
      {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={5} />)}
      {data && <Choices choices={data} onChange={(choice) => update.mutate(choice)} />}
      {update.error !== null && (
        <p role="alert" className="mt-3 text-small text-red-fg">
          {messageFor(update.error, t('messaging.choices.saveFailed'))}
        </p>
      )}
      <p className="mt-3 text-small text-text3">{t('messaging.choices.hint')}</p>
    </Card>
  );
}

interface ChoicesProps {
  choices: readonly NotificationChoice[];
  onChange: (choice: Choice) => void;
}

function Choices({ choices, onChange }: ChoicesProps) {
  return (
    <table className="w-full text-body">
      <thead>
        <tr className="border-b text-small text-text3">
          <th scope="col" className="py-2 text-left font-normal">
            {t('messaging.choices.about')}
          </th>
          <th scope="col" className="w-20 py-2 font-normal">
            {t('messaging.choices.mail')}
          </th>
          <th scope="col" className="w-20 py-2 font-normal">
            {t('messaging.choices.push')}
          </th>
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.kind} className="border-b last:border-b-0">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {t(KIND_TEXT[choice.kind])}
            </th>
            {(['by_mail', 'by_push'] as const).map((way) => (
              <td key={way} className="text-center">
                <Tick choice={choice} way={way} onChange={onChange} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TickProps {
  choice: NotificationChoice;
  way: 'by_mail' | 'by_push';
  onChange: ChoicesProps['onChange'];
}

/** The whole cell can be pressed. */
function Tick({ choice, way, onChange }: TickProps) {
  return (
    <label className="grid min-h-control cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={choice[way]}
        aria-label={`${t(KIND_TEXT[choice.kind])}: ${t(way === 'by_mail' ? 'messaging.choices.mail' : 'messaging.choices.push')}`}
        className="size-5 accent-accent"
        onChange={({ target }) => onChange({ kind: choice.kind, [way]: target.checked })}
      />
    </label>
  );
}

const queryKey = ['notification-choices'] as const;

const useNotificationChoices = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(contract.listNotificationChoices, {}, { signal }) });

/** What was ticked of a kind; the other way may have been changed on another device. */
type Choice = Pick<contract.NotificationChoice, 'kind'> & Partial<contract.NotificationChoice>;

/** Shows the tick at once; a failure takes it back. */
function useUpdateNotificationChoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choice) => call(contract.updateNotificationChoice, choice),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<contract.NotificationChoice[]>(queryKey, (choices) =>
        choices?.map((one) => (one.kind === choice.kind ? { ...one, ...choice } : one)),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
