import { outcome } from '../../../server/http/call.ts';
import * as contract from '../reports.contract.ts';
import { downloadReport } from './reports-csv.ts';
import { getReports } from './reports.ts';

export const reportsRoutes = [
  outcome(contract.getReports, ({ deps, input }) => getReports(deps, input)),
  outcome(contract.downloadReport, ({ deps, actor, input }) => downloadReport(deps, actor, input)),
];
