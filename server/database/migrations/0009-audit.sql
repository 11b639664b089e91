-- Who changed what, when, from what to what. Written in the transaction of the change, and only added to.

create table changes (
  id bigint generated always as identity primary key,
  -- Who did it; null is the product itself.
  user_id bigint references users (id),
  -- What kind of change, and of what kind of thing, as portal/audit spells them.
  kind text not null check (kind <> ''),
  subject text not null check (subject <> ''),
  -- Null for what there is only one of. No reference: the entry outlives what it is about.
  subject_id bigint,
  -- What the thing was called at that time.
  subject_name text not null,
  -- Which of its fields, where the kind does not say.
  field text,
  old_value text,
  new_value text,
  request_id text,
  created_at timestamptz not null default now()
);

create index changes_user on changes (user_id, id desc);
create index changes_kind on changes (kind, id desc);
create index changes_subject on changes (subject, subject_id, id desc);
create index changes_created on changes (created_at desc);

create function changes_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit list is only added to' using errcode = 'TD003';
end $$;

create trigger changes_append_only before update or delete or truncate on changes
  for each statement execute function changes_refuse_change();
