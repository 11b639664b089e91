-- What administrators write to each other about customers, files and tickets; customers never see it ----------------------

create table internal_notes (
  id bigint generated always as identity primary key,
  -- What it is about: exactly one of them.
  user_id bigint references users (id) on delete cascade,
  file_id bigint references files (id) on delete cascade,
  ticket_id bigint references tickets (id) on delete cascade,
  note text not null check (note <> ''),
  author_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, file_id, ticket_id) = 1)
);

create index internal_notes_user on internal_notes (user_id, id desc) where user_id is not null;
create index internal_notes_file on internal_notes (file_id, id desc) where file_id is not null;
create index internal_notes_ticket on internal_notes (ticket_id, id desc) where ticket_id is not null;
create index internal_notes_author on internal_notes (author_id);

create table tags (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);

-- "VIP" and "vip" are one tag.
create unique index tags_name on tags (lower(name));

create table tag_links (
  id bigint generated always as identity primary key,
  tag_id bigint not null references tags (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  file_id bigint references files (id) on delete cascade,
  ticket_id bigint references tickets (id) on delete cascade,
  check (num_nonnulls(user_id, file_id, ticket_id) = 1)
);

create unique index tag_links_user on tag_links (user_id, tag_id) where user_id is not null;
create unique index tag_links_file on tag_links (file_id, tag_id) where file_id is not null;
create unique index tag_links_ticket on tag_links (ticket_id, tag_id) where ticket_id is not null;
-- What a list is filtered by.
create index tag_links_tag_users on tag_links (tag_id, user_id) where user_id is not null;
create index tag_links_tag_files on tag_links (tag_id, file_id) where file_id is not null;
create index tag_links_tag_tickets on tag_links (tag_id, ticket_id) where ticket_id is not null;

-- A list that is filtered by a tag is another one when a tag is set or taken away.
create trigger tag_links_files_changed after insert or update or delete on tag_links
  for each statement execute function list_changed('files');
create trigger tag_links_tickets_changed after insert or update or delete on tag_links
  for each statement execute function list_changed('tickets');
create trigger tag_links_users_changed after insert or update or delete on tag_links
  for each statement execute function list_changed('users');

-- Where a session was opened, for the page of its user; it goes with the session.
alter table sessions add column address text, add column browser text;
