import { handle } from '../../../../server/http/call.ts';
import * as contract from '../reports.calls.ts';
import { downloadReport } from './reports-csv.ts';
import { getReports } from './reports.ts';

export const reportsRoutes = [
  handle(contract.getReports, ({ deps, input }) => getReports(deps, input)),
  handle(contract.downloadReport, ({ deps, actor, input }) => downloadReport(deps, actor, input)),
];
