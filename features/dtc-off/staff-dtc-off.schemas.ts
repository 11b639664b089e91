import * as coverage from './coverage.schemas.ts';
import * as dtcOff from './dtc-off.schemas.ts';

export const uploadAsStaff = dtcOff.uploadToAi;
export const chooseModelAsStaff = dtcOff.chooseModel;
export const getDtcsAsStaff = dtcOff.getDtcs;
export const switchDtcsOffAsStaff = dtcOff.switchDtcsOff;
export const downloadSessionFileAsStaff = dtcOff.downloadSessionFile;
export const listSessionsAsStaff = dtcOff.listSessions;
export const listEcuModelsAsStaff = coverage.listEcuModels;
