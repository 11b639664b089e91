import { upload, type UploadOptions } from '../../../../web/client/upload.ts';
import { useChangeFile } from '../../web/files.api.ts';
import type { CreateFile } from '../create-file.ts';
import { createFile } from '../upload.calls.ts';

const UPLOAD_RETRIES = 3;

export const useCreateFile = () =>
  useChangeFile(({ fields, ...options }: { fields: CreateFile } & UploadOptions) =>
    // `price: 0` is sent along because the specification lists it; the server computes the price.
    upload(createFile, { ...fields, price: 0 } as typeof fields, { retries: UPLOAD_RETRIES, ...options }),
  );
