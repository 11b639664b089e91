import { FileDetail } from '../files.schemas.ts';
import { CreateFile } from './create-file.schemas.ts';

export const createFile = {
  input: CreateFile,
  reply: FileDetail,
};
