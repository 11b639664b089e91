import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { SolutionFields } from '../solution.ts';
import type { PricedSolution } from '../standard-solutions.ts';
import * as contract from '../catalogue.calls.ts';

const SOLUTIONS = ['solutions'] as const;

export const useSolutions = () =>
  useQuery({ queryKey: SOLUTIONS, queryFn: ({ signal }) => call(contract.listSolutions, {}, { signal }) });

/** Never from the cache: the form must begin with the current data. */
export const useSolution = (id: number) =>
  useQuery({
    queryKey: [...SOLUTIONS, id],
    queryFn: ({ signal }) => call(contract.getSolution, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

interface SolutionInput {
  fields: SolutionFields;
  edited: Partial<SolutionFields>;
}

/**
 * Adds a new solution when `id` is null. Of another one, what was not edited here is read again first, because a
 * colleague may have changed it.
 */
export const useSaveSolution = (id: number | null) =>
  useChange(
    async ({ fields, edited }: SolutionInput) =>
      id === null
        ? call(contract.addSolution, fields)
        : call(contract.updateSolution, { ...(await call(contract.getSolution, { id })), ...edited }),
    [SOLUTIONS, ['dashboard']],
  );

export const useDeleteSolution = () => useChange((id: number) => call(contract.deleteSolution, { id }), [SOLUTIONS]);

/** The dashboard is refreshed as well, since its data includes the first start. */
export const useAddStandardSolutions = () =>
  useChange(
    (solutions: PricedSolution[]) => call(contract.addStandardSolutions, { solutions }),
    [SOLUTIONS, ['dashboard']],
  );
