import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** A change on the server. After it, with `evenAfterFailure` however it ends, what is under these keys is read again. */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  keys: readonly QueryKey[],
  { evenAfterFailure = false } = {},
) {
  const client = useQueryClient();
  const refresh = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({ mutationFn: change, ...(evenAfterFailure ? { onSettled: refresh } : { onSuccess: refresh }) });
}
