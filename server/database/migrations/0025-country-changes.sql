-- A customer who changes the country: until it is approved or 30 days are over, the rules of both countries hold ---------

alter table users
  -- The country that holds beside `country` for DTC_BLOCKED; null: nothing waits.
  add column previous_country text,
  add column country_changed_at timestamptz,
  add check ((previous_country is null) = (country_changed_at is null));

create index users_country_changes on users (country_changed_at, id) where country_changed_at is not null;
