import type { Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

/** Tables that reports read (0100-reports.sql); written by triggers and by the SQL of features/shop/reports. */
export interface ReportTables {
  report_settings: ReportSettingsTable;
  customer_revenue: Revenue & { user_id: number };
  country_revenue: Revenue & { country: string };
  paid_solutions: PaidSolutionsTable;
  solution_revenue: SolutionRevenueTable;
  priced_files: PricedFilesTable;
  priced_file_counts: PricedFileCountsTable;
  dtc_off_uses: DtcOffUsesTable;
}

export interface ReportSettingsTable {
  only_one: Generated<boolean>;
  time_zone: string | null;
  openings: unknown;
  holidays: string[];
  target_minutes: number | null;
  built_at: TimeOrNull;
}

export interface OfMonth {
  id: Generated<number>;
  /** First day of the month. */
  month: string;
}

export interface Revenue extends OfMonth {
  files: number;
  files_cents: number;
  dtc_off_cents: number;
  refunds: number;
  refunds_cents: number;
  bought_cents: number;
  reversed_cents: number;
}

export interface PaidSolutionsTable {
  file_id: number;
  solution_id: number;
  amount_cents: number;
}

export interface SolutionRevenueTable extends OfMonth {
  solution_id: number;
  files: number;
  refunds: number;
  amount_cents: number;
}

export interface PricedFilesTable {
  file_id: number;
  ready_at: Time;
  minutes: number;
  is_on_time: boolean | null;
  paid_at: TimeOrNull;
}

export interface PricedFileCountsTable extends OfMonth {
  minutes: number;
  is_on_time: boolean | null;
  files: number;
  paid: number;
}

export interface DtcOffUsesTable {
  id: Generated<number>;
  kind: 'UPLOADED' | 'PAID' | 'FREE' | 'GENERATED';
  used_at: Time;
}
