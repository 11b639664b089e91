import { onOtherUser } from '../../../../web/client/session.ts';

/** The file with which another screen begins an order, until the form shows it. */
let handed: File | null = null;

export const getHandedFile = (): File | null => handed;

export function handFileToUpload(file: File | null): void {
  handed = file;
}

onOtherUser(() => handFileToUpload(null));
