import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import * as contract from '../catalogue.contract.ts';

export const useSolutions = () =>
  useQuery({ queryKey: ['solutions'], queryFn: ({ signal }) => call(contract.listSolutions, {}, { signal }) });
