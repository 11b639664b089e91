import { invalid } from '../../contract/texts.ts';

/** Length of the name that a customer's own program gives a file. */
export const MAX_REFERENCE = 100;

/** A question about the vehicle or the file in the upload form. */
export interface FileField {
  /** Its control in the upload form: a choice, free text with suggestions, a single line, or several lines. */
  control: 'choice' | 'suggestions' | 'line' | 'lines';
  /** The error shown while the value is missing, or is not in the list of a choice. */
  missing: string;
  isRequired: boolean;
  maxLength: number;
  /** Whether it is filled in in advance for another file of the same vehicle. */
  isOfVehicle: boolean;
  /** The card on the file's page that shows it. */
  card: 'Vehicle Information' | 'File Information';
  /** Set when its values are words, which are translated, rather than names. */
  isTranslated?: true;
  /** Set when the card shows it below the others of its kind. */
  isLastOnCard?: true;
  /** Set when it can be copied with one press. */
  isCopied?: true;
  /** Set when the spreadsheet of files and the mail about its arrival name it. */
  isReported?: true;
  /** The value used in examples: in the demo, the tests and the API reference. */
  example: string;
}

/**
 * Every field, in the order of the form. The column of `files`, the contract, the form, the page of the file and the
 * examples are made from this list; the labels of the fields are in file-field-labels.ts.
 */
export const FILE_FIELDS = {
  vehicle: {
    control: 'choice',
    missing: invalid('errors.files.choose_vehicle'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    isTranslated: true,
    example: 'Car',
  },
  brand: {
    control: 'suggestions',
    missing: invalid('errors.files.choose_brand'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    isReported: true,
    example: 'Volkswagen',
  },
  model: {
    control: 'suggestions',
    missing: invalid('errors.files.choose_ecu_model'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    example: 'Bosch',
  },
  ecu: {
    control: 'line',
    missing: invalid('errors.files.fill_ecu_information'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    isCopied: true,
    isReported: true,
    example: 'EDC16U34',
  },
  petrol_type: {
    control: 'choice',
    missing: invalid('errors.files.choose_petrol_type'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    isLastOnCard: true,
    isTranslated: true,
    example: 'DIESEL',
  },
  /** The year of the vehicle. */
  generation: {
    control: 'choice',
    missing: invalid('errors.files.choose_year'),
    isRequired: true,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    example: '2007',
  },
  gear: {
    control: 'choice',
    missing: invalid('errors.files.choose_gear_from_list'),
    isRequired: false,
    maxLength: 120,
    isOfVehicle: true,
    card: 'Vehicle Information',
    isTranslated: true,
    example: 'Manual',
  },
  reading_device: {
    control: 'suggestions',
    missing: '',
    isRequired: false,
    maxLength: 120,
    isOfVehicle: true,
    card: 'File Information',
    example: 'Autotuner',
  },
  description: {
    control: 'lines',
    missing: '',
    isRequired: false,
    maxLength: 2000,
    isOfVehicle: false,
    card: 'File Information',
    example: 'Read on the bench.',
  },
} as const satisfies Record<string, FileField>;

type Fields = typeof FILE_FIELDS;
export type FileFieldName = keyof Fields;

/** The fields as they are stored: a required one is a string, any other may be null. */
export type FileFieldValues = {
  [Name in FileFieldName]: Fields[Name]['isRequired'] extends true ? string : string | null;
};

export const FILE_FIELD_NAMES = Object.keys(FILE_FIELDS) as FileFieldName[];

/** Returns a field by its name, typed so that one rule can handle any field. */
export const getFileField = (name: FileFieldName): FileField => FILE_FIELDS[name];

/** Returns the names of the fields that match, in the order of the form. */
export const listFileFields = (has: (field: FileField) => boolean): FileFieldName[] =>
  FILE_FIELD_NAMES.filter((name) => has(getFileField(name)));

/** The fields that the spreadsheet of files and the mail about an arrival name. */
export const REPORTED_FIELDS = listFileFields(({ isReported }) => isReported === true);

/** Makes one value for each field. */
export const mapFileFields = <Value>(make: (name: FileFieldName, field: FileField) => Value) =>
  Object.fromEntries(FILE_FIELD_NAMES.map((name) => [name, make(name, getFileField(name))])) as Record<
    FileFieldName,
    Value
  >;

export const FILE_FIELD_EXAMPLES = mapFileFields((_name, { example }) => example);

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
