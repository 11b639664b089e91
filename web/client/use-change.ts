import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** A change on the server. After its success, or also its failure with `evenAfterFailure`, these keys are refetched. */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  keys: readonly QueryKey[],
  { evenAfterFailure = false } = {},
) {
  const client = useQueryClient();
  const refresh = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({ mutationFn: change, ...(evenAfterFailure ? { onSettled: refresh } : { onSuccess: refresh }) });
}
