import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import * as contract from '../notifications.calls.ts';

const queryKey = ['notification-choices'] as const;

export const useNotificationChoices = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(contract.listNotificationChoices, {}, { signal }) });

/** Shows the tick at once; a failure takes it back. */
export function useUpdateNotificationChoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: contract.NotificationChoice) => call(contract.updateNotificationChoice, choice),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<contract.NotificationChoice[]>(queryKey, (choices) =>
        choices?.map((one) => (one.kind === choice.kind ? choice : one)),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
