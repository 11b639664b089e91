-- The name and the logo of the shop ---------------------------------------------------------------------------------------

-- Null: the product's own.
alter table application_configuration add column shop_name text, add column logo_url text;

-- When the shop works, as SHOP_HOURS, SHOP_HOLIDAYS and SHOP_TIME_ZONE spell it. Without hours those count.
alter table application_configuration
  add column shop_hours text,
  add column shop_holidays text,
  add column shop_time_zone text;

alter table media_files
  add column is_shop_logo boolean not null default false,
  drop constraint media_files_check,
  add constraint media_files_owner check (num_nonnulls(solution_image_id, login_media_id) + is_shop_logo::integer = 1);

-- First start: what guides the administrator of an empty portal ------------------------------------------------------------

create table first_start (
  only_one boolean primary key default true check (only_one),
  dismissed_at timestamptz,
  -- The newest mail that an administrator sent to try mails out.
  test_mail_id bigint references mails (id) on delete set null,
  -- A backup that an administrator wants now; null: there is none to make.
  backup_requested_at timestamptz
);

-- A portal with files is no empty one.
insert into first_start (dismissed_at) select case when exists (select from files) then now() end;

-- A backup in one file counts as a backup, and not as one of the target's.
alter table backup_runs add column is_file boolean not null default false;
