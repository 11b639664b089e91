export const PRICE_STATUSES = ['PAID', 'UNPAID', 'REFUNDED'] as const;

export const FILE_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'PROCESSED',
  'COMPLETED',
  'CANCELED',
  'REFUNDED',
  'NOT_SUPPORTED_SOLUTION',
] as const;

/** The file is still in work: feasibility, price and modified file can change. */
export const OPEN_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'PROCESSED',
] as const satisfies (typeof FILE_STATUSES)[number][];

/** The file is done with, and leaves "Last Files". */
export const DONE_STATUSES = [
  'COMPLETED',
  'CANCELED',
  'REFUNDED',
  'NOT_SUPPORTED_SOLUTION',
] as const satisfies (typeof FILE_STATUSES)[number][];

/** The columns of /admin/all-files that it can be sorted by. */
export const FILE_SORTS = [
  'file_id',
  'username',
  'file_name',
  'price',
  'price_status',
  'status',
  'created_at',
] as const;

/** Errors of every change of many files: more match by now than were confirmed, or more than one change may take. */
export const SELECTION_ERRORS = ['files.more_selected', 'files.too_many_selected'] as const;
