-- What a shop decides on screen, by the names of its settings; a setting that is not stored has its default.
alter table application_configuration add column if not exists shop_settings jsonb not null default '{}';
