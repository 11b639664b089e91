import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { useAddMedia, useDeleteMedia } from '../../media/web/media.api.ts';
import * as contract from '../catalogue.contract.ts';
import * as images from '../solution-images.contract.ts';

const SOLUTIONS = ['solutions'] as const;

export const useSolutions = () =>
  useQuery({ queryKey: SOLUTIONS, queryFn: ({ signal }) => call(contract.listSolutions, {}, { signal }) });

/** Never from the cache: the form must begin with what is there now. */
export const useSolution = (id: number) =>
  useQuery({
    queryKey: [...SOLUTIONS, id],
    queryFn: ({ signal }) => call(contract.getSolution, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Without an id it is a new one. */
export function useSaveSolution(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: contract.SolutionFields) =>
      id === null ? call(contract.addSolution, fields) : call(contract.updateSolution, { ...fields, id }),
    onSuccess: () => client.invalidateQueries({ queryKey: SOLUTIONS }),
  });
}

export function useDeleteSolution() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(contract.deleteSolution, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: SOLUTIONS }),
  });
}

const IMAGES = ['solution-images'];

export const useSolutionImages = () =>
  useQuery({ queryKey: IMAGES, queryFn: ({ signal }) => call(images.listSolutionImages, {}, { signal }) });
export const useAddSolutionImage = () => useAddMedia(images.addSolutionImage, IMAGES);
export const useDeleteSolutionImage = () => useDeleteMedia(images.deleteSolutionImage, IMAGES);
