import { isDay, isKey, type Storage } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { nameOf } from './names.ts';
import { abortUploads } from './uploads.ts';

type Quarantine = Pick<
  Storage,
  'quarantine' | 'listQuarantineDays' | 'listQuarantined' | 'measureQuarantine' | 'restore' | 'removeQuarantined'
>;

const composeQuarantineName = (day: string, key = '') => `quarantine/${day}/${key}`;

/**
 * Opens the quarantine: objects set aside, under their day. They move by a copy at the server and a removal: if that is
 * interrupted, an object is in both places, and either is enough. Unfinished uploads, which no row can name, cannot be
 * moved and are aborted.
 */
export function openS3Quarantine(bucket: Bucket): Quarantine {
  const listDays = async () => (await bucket.listFolders('quarantine/')).filter(isDay).sort();
  const move = async (from: string, to: string) => {
    if (!(await bucket.copy(from, to))) return false;
    await bucket.remove(from);
    return true;
  };
  return {
    async quarantine(key, day) {
      if (!isKey(key) || !isDay(day)) return false;
      return (await move(nameOf(key), composeQuarantineName(day, key))) || abortUploads(bucket, key);
    },

    listQuarantineDays: listDays,

    listQuarantined: async (day) =>
      (await bucket.listNames(composeQuarantineName(day)))
        .map((name) => name.slice(composeQuarantineName(day).length))
        .filter(isKey),

    measureQuarantine: () => bucket.measure('quarantine/'),

    async restore(key) {
      if (!isKey(key)) return false;
      for (const day of await listDays()) if (await move(composeQuarantineName(day, key), nameOf(key))) return true;
      return false;
    },

    async removeQuarantined(key, day) {
      if (isKey(key) && isDay(day)) await bucket.remove(composeQuarantineName(day, key));
    },
  };
}
