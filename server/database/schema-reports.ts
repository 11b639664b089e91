import type { Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

/** Tables that reports read. */
export interface ReportTables {
  report_settings: ReportSettingsTable;
  paid_solutions: PaidSolutionsTable;
  dtc_off_uses: DtcOffUsesTable;
}

export interface ReportSettingsTable {
  only_one: Generated<boolean>;
  time_zone: string | null;
  openings: unknown;
  holidays: string[];
  target_minutes: number | null;
}

export interface PaidSolutionsTable {
  file_id: number;
  solution_id: number;
  amount_cents: number;
  paid_at: Time;
  refunded_at: TimeOrNull;
}

export interface DtcOffUsesTable {
  id: Generated<number>;
  kind: 'UPLOADED' | 'PAID' | 'FREE' | 'GENERATED';
  used_at: Time;
}
