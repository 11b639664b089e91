import { forgetDraft as forget, keepDraft as keep, readDraft as readText } from '../../../../web/client/drafts.ts';
import { listFileFields, type FileFieldName } from '../../file-fields.ts';
import type { EcuFields } from '../vehicle-of-ecu.rules.ts';
import type { UploadValues } from './solution-choice.tsx';

const DRAFT = 'upload';

/** What the chosen file has filled in, so that it still gives way to another file after a reload. */
const FILLED = 'upload-filled';

const lastUsedKey = (userId: number) => `upload-last-used:${userId}`;

const lastVehicleKey = (userId: number) => `upload-last-vehicle:${userId}`;

const REMEMBERED = 4;

/** Fields with long lists, whose last choices are offered first. */
const REMEMBERED_FIELDS = listFileFields(({ control }) => control === 'suggestions');

/** Fields that describe the vehicle, and not this one file of it. */
export const VEHICLE_FIELDS = listFileFields(({ isOfVehicle }) => isOfVehicle);

export type LastVehicle = Partial<Record<FileFieldName, string>>;

type LastUsed = Partial<Record<FileFieldName, string[]>>;

export function readDraft(): Partial<UploadValues> {
  const draft = readObject(readText(DRAFT));
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => isPlausible(name, value)));
}

function isPlausible(name: string, value: unknown): boolean {
  if (name === 'solution_ids') return Array.isArray(value) && value.every(Number.isInteger);
  if (name === 'ordered_dtcs') return Array.isArray(value) && value.every((code) => typeof code === 'string');
  return typeof value === 'string';
}

/** Whether the draft holds anything that was typed or chosen. */
export const hasDraft = () => Object.values(readDraft()).some((value) => value.length > 0);

export const keepDraft = (values: UploadValues) => keep(DRAFT, JSON.stringify(values));

export function forgetDraft(): void {
  forget(DRAFT);
  forget(FILLED);
}

export const readFilled = (): Partial<EcuFields> => readObject(readText(FILLED));

export const keepFilled = (values: Partial<EcuFields>) => keep(FILLED, JSON.stringify(values));

export function readLastUsed(userId: number): LastUsed {
  const stored = read(lastUsedKey(userId));
  const isList = (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => isList(value)));
}

export function readLastVehicle(userId: number): LastVehicle | null {
  const stored = read(lastVehicleKey(userId));
  return VEHICLE_FIELDS.every((field) => typeof stored[field] === 'string') ? stored : null;
}

export function rememberUsed(userId: number, values: UploadValues): void {
  const before = readLastUsed(userId);
  const entries = REMEMBERED_FIELDS.map((field) => {
    const others = (before[field] ?? []).filter((value) => value !== values[field]);
    return [field, [values[field], ...others].filter((value) => value !== '').slice(0, REMEMBERED)];
  });
  write(lastUsedKey(userId), Object.fromEntries(entries));
  const vehicle = VEHICLE_FIELDS.map((field) => [field, values[field]]);
  write(lastVehicleKey(userId), Object.fromEntries(vehicle));
}

function read(userKey: string): Record<string, unknown> {
  try {
    return readObject(localStorage.getItem(userKey));
  } catch {
    return {};
  }
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text || '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(userKey: string, value: unknown): void {
  try {
    localStorage.setItem(userKey, JSON.stringify(value));
  } catch {
    // A browser without storage remembers for as long as the page is open.
  }
}
