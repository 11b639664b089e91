import type { Image, Window } from '../../image.ts';
import { layout } from './mss54.layout.ts';

/** The data of one of the two processors. `next` is the page after it; null: the file does not contain it. */
export type DataPage = Window & { processor: 'Master' | 'Slave'; next: Window | null };

export function listDataPages(image: Image): DataPage[] {
  if (!layout.sizes.includes(image.sizeBytes)) return [];
  const pages: DataPage[] = [];
  for (let at = 0; at < image.sizeBytes; at += layout.pageLength) {
    const processor = identifyProcessor(image, at);
    if (processor === null) continue;
    const end = at + layout.pageLength;
    const next = image.sizeBytes === layout.withoutNextPageSize ? null : { at: end, end: end + layout.pageLength };
    if (next === null || image.has(next.at, layout.pageLength)) pages.push({ at, end, processor, next });
  }
  return pages;
}

function identifyProcessor(image: Image, at: number): DataPage['processor'] | null {
  const first = image.u32be(at + layout.addressesField) ?? 0;
  const second = image.u32be(at + layout.addressesField + 4) ?? 0;
  if (layout.checksumAddresses.includes(first)) return 'Slave';
  const known = layout.nameAddresses.includes(first) && layout.checksumAddresses.includes(second);
  return known && nameAt(image, at) !== null ? 'Master' : null;
}

/** Returns the name of program and data, which the master's page contains three times: 211323001801J464. */
export function nameAt(image: Image, pageAt: number): string | null {
  const at = pageAt + layout.nameField;
  const name = image.ascii(at, layout.nameLength);
  if (name === null || !/^\d{12}[A-Z0-9]{4}$/.test(name)) return null;
  return image.ascii(at, layout.nameLength * 3) === name.repeat(3) ? name : null;
}

/** Returns the only page of the processor; null when there is none, or more than one. */
export function findDataPage(image: Image, processor: DataPage['processor']): DataPage | null {
  const [page, other] = image.memo(listDataPages).filter((one) => one.processor === processor);
  return page !== undefined && other === undefined ? page : null;
}
