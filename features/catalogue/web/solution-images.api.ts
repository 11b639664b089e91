import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useAddMedia, useDeleteMedia } from '../media/web/media.api.ts';
import * as contract from '../catalogue.calls.ts';

const IMAGES = ['solution-images'] as const;

export const useSolutionImages = () =>
  useQuery({ queryKey: IMAGES, queryFn: ({ signal }) => call(contract.listSolutionImages, {}, { signal }) });
export const useAddSolutionImage = () => useAddMedia(contract.addSolutionImage, [IMAGES]);
export const useDeleteSolutionImage = () => useDeleteMedia(contract.deleteSolutionImage, [IMAGES]);
