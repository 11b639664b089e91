import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { Notification } from '../notifications.calls.ts';
import * as contract from '../notifications.calls.ts';

/** Notifications come with the signed-in user (X-NOT-04). */
const MY_USER = ['my-user'] as const;

type Listed = { notifications: Notification[] };

/** Takes notifications out of the list at once; a failure is only logged, and puts them back (X-NOT-05). */
function useMarking<Input>(
  mark: (input: Input) => Promise<unknown>,
  keep: (one: Notification, input: Input) => boolean,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mark,
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: MY_USER });
      client.setQueryData<Listed>(
        MY_USER,
        (user) => user && { ...user, notifications: user.notifications.filter((one) => keep(one, input)) },
      );
    },
    onError: (error) => console.warn('Mark as read failed', error),
    onSettled: () => client.invalidateQueries({ queryKey: MY_USER }),
  });
}

export const useMarkRead = (userId: number) =>
  useMarking(
    (notificationId: number) => call(contract.markNotificationRead, { userId, notificationId }),
    (one, notificationId) => one.id !== notificationId,
  );

/** Marks what the list shows; the rest comes up when these are read. */
export const useMarkAllRead = (userId: number) =>
  useMarking(
    (seen: { from: number; up_to: number }) => call(contract.markNotificationsRead, { userId, ...seen }),
    ({ id }, { from, up_to }) => id < from || id > up_to,
  );

/** Used when the page of the file is shown; what arrives meanwhile stays. */
export const useMarkFileRead = () =>
  useMarking(
    (input: InputOf<typeof contract.markFileRead>) => call(contract.markFileRead, input),
    (one, { fileId, up_to }) => one.file_id !== fileId || one.id > up_to,
  );

export const useNotifyUsers = () =>
  useMutation({ mutationFn: (input: InputOf<typeof contract.notifyUsers>) => call(contract.notifyUsers, input) });
