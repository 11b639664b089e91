import { Readable } from 'node:stream';
import { edc16Sample } from '../../../ecu/samples/index.ts';
import { switchDtcsOff } from '../../../features/dtc-off/server/generate.ts';
import { uploadToAi } from '../../../features/dtc-off/server/sessions.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';

type DemoEvent = { daysAgo: number; happen: () => Promise<unknown> };

/** Air conditioning and starter relay of a rally car, which has neither any more; neither code concerns emissions. */
const CODES = 'P0532;P0616';

/** A customer who had DTC OFF make a file this morning, and can continue with it until tomorrow. */
export function listDtcOffEvents(deps: Deps, customer: () => Actor): DemoEvent[] {
  const happen = async () => {
    const stored = await deps.storage.receive(Readable.from([edc16Sample()]));
    const upload = { ...stored, fileName: 'VW_Golf_5_Rally_EDC16U34.bin' };
    const { fileName, ecuinfo } = await uploadToAi(deps, customer(), upload);
    const made = await switchDtcsOff(deps, customer(), {
      file_name: fileName,
      ecu_id: ecuinfo.ecuId ?? '',
      dtcs: CODES,
      is_first: true,
    });
    made.stream.destroy();
  };
  return [{ daysAgo: 0.1, happen }];
}
