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

/** Statuses of a file still in work: its feasibility, price and modified file can change. */
export const OPEN_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'PROCESSED',
] as const satisfies (typeof FILE_STATUSES)[number][];

/** Statuses of a finished file, which leaves "Last Files". */
export const DONE_STATUSES = [
  'COMPLETED',
  'CANCELED',
  'REFUNDED',
  'NOT_SUPPORTED_SOLUTION',
] as const satisfies (typeof FILE_STATUSES)[number][];

/** The columns by which /admin/all-files can be sorted. */
export const FILE_SORTS = [
  'file_id',
  'username',
  'file_name',
  'price',
  'price_status',
  'status',
  'created_at',
] as const;

/** Errors of every bulk change: more files match by now than were confirmed, or more than one change may cover. */
export const SELECTION_ERRORS = ['files.more_selected', 'files.too_many_selected'] as const;
