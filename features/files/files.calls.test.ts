import { expect, test } from 'vitest';
import { Feasible, File, FileDetail, FileStatus, HistoryEntry, PriceStatus, Vehicle } from './file.ts';

/** The specification's field names, in its own order. */
const FILE =
  'id file_id file_name mod_file_name brand vehicle model ecu petrol_type generation gear reading_device description ' +
  'solution solution_ids price price_status status feasible notes created_at updated_at ticket_id username email';

const fieldsOf = ({ shape }: { shape: object }) => Object.keys(shape);

test(
  'a file is in one of seven states, has one of three price states, and is feasible or not',
  { tags: ['X-STA-01', 'X-STA-02', 'X-STA-03'] },
  () => {
    expect(FileStatus.options.join(', ')).toBe(
      'PENDING, IN_PROGRESS, PROCESSED, COMPLETED, CANCELED, REFUNDED, NOT_SUPPORTED_SOLUTION',
    );
    expect(PriceStatus.options.join(', ')).toBe('PAID, UNPAID, REFUNDED');
    expect(Feasible.options.join(', ')).toBe('POSSIBLE, NOT_POSSIBLE');
  },
);

test.each<[string, { shape: object }, string]>([
  ['a file', File, FILE],
  ['its vehicle', Vehicle, 'type brand model ecu generation gear petrol_type'],
  ['the answer about a file', FileDetail, 'file vehicle ticket_id'],
  ['an entry of the history', HistoryEntry, 'id file_name created_at'],
])(
  '%s has every specified field under its specified name',
  { tags: ['X-ENT-04', 'X-ENT-05', 'X-ENT-06', 'X-ENT-07'] },
  (_what, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields.split(' ')));
  },
);
