import { endpoint } from '../../contract/endpoint.ts';
import * as coverage from './coverage.calls.ts';
import * as dtcOff from './dtc-off.calls.ts';

/** The same call for members of staff: on their own sessions, and free of charge. Customers have calls of their own. */
/* @__NO_SIDE_EFFECTS__ */
const toStaffCall = <Call extends { path: `/${string}` }>(call: Call): Call => ({
  ...call,
  path: call.path.replace(/^\/ai\//, '/ai/staff/'),
  who: 'dtc-off.use-free',
});

export const uploadAsStaff = endpoint({
  ...toStaffCall(dtcOff.uploadToAi),
  summary: 'Upload a dump to DTC OFF, as staff',
});

export const chooseModelAsStaff = endpoint({
  ...toStaffCall(dtcOff.chooseModel),
  summary: 'Choose the ECU model of a session, as staff',
});

export const getDtcsAsStaff = endpoint({
  ...toStaffCall(dtcOff.getDtcs),
  summary: 'List the trouble codes of a session, as staff',
});

export const switchDtcsOffAsStaff = endpoint({
  ...toStaffCall(dtcOff.switchDtcsOff),
  summary: 'Switch trouble codes off, as staff',
  description:
    'Follows the same rules and makes the same proof as for customers. Nothing is charged and the ledger is not touched; the record names the administrator and the use the operator declares.',
});

export const downloadSessionFileAsStaff = endpoint({
  ...toStaffCall(dtcOff.downloadSessionFile),
  summary: 'Download the file of a session, as staff',
});

export const listSessionsAsStaff = endpoint({
  ...toStaffCall(dtcOff.listSessions),
  summary: 'List my DTC OFF sessions, as staff',
  description:
    'Sessions that can be continued, newest first: all from which a file was generated, and the others that are still stored.',
});

export const listEcuModelsAsStaff = endpoint({
  ...toStaffCall(coverage.listEcuModels),
  summary: 'List ECU models, as staff',
});
