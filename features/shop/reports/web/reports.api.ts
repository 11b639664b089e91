import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { download } from '../../../../web/client/download.ts';
import * as contract from '../reports.calls.ts';
import type { ReportName } from '../reports.calls.ts';

/** Empty: the default period. */
export type Period = { from: string; to: string };

const given = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to }) });

export const useReports = (period: Period) =>
  useQuery({
    queryKey: ['reports', period.from, period.to],
    queryFn: ({ signal }) => call(contract.getReports, given(period), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A refused period would be refused again.
    retry: false,
  });

export const useDownloadReport = () =>
  useMutation({
    mutationFn: ({ report, period }: { report: ReportName; period: Period }) =>
      download(contract.downloadReport, { report, ...given(period) }),
  });
