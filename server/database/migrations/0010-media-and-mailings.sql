-- Media ----------------------------------------------------------------------------------------------------------------

-- What administrators uploaded for the catalogue; shown to customers by `url`.
create table solution_images (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null unique,
  created_at timestamptz not null default now()
);

-- An image that a solution shows cannot be deleted, whoever is faster. Null beside an `image_url`: a drawing that comes
-- with the program.
alter table solutions add column image_id bigint references solution_images (id);

create index solutions_image on solutions (image_id) where image_id is not null;

-- A deleted one is gone, with its bytes.
alter table login_media drop column deleted_at;

-- The bytes behind every address `/api/media/{name}`: an image has one for each of its sizes.
create table media_files (
  name text primary key,
  file_key text not null unique,
  content_type text not null check (content_type in ('image/webp', 'video/mp4', 'video/webm')),
  size_bytes bigint not null,
  solution_image_id bigint references solution_images (id) on delete cascade,
  login_media_id bigint references login_media (id) on delete cascade,
  check (num_nonnulls(solution_image_id, login_media_id) = 1)
);

create index media_files_solution_image on media_files (solution_image_id) where solution_image_id is not null;
create index media_files_login_media on media_files (login_media_id) where login_media_id is not null;

-- Everybody who has the catalogue or the banner on the screen hears of a change -----------------------------------------

create function announce_to_everybody() returns trigger language plpgsql as $$
begin
  perform announce(null, tg_argv[0], 0);
  return null;
end $$;

create trigger solutions_announce after insert or update on solutions
  for each statement execute function announce_to_everybody('catalogue');
create trigger solution_images_announce after insert or update or delete on solution_images
  for each statement execute function announce_to_everybody('catalogue');
create trigger login_media_announce after insert or update or delete on login_media
  for each statement execute function announce_to_everybody('catalogue');
create trigger application_configuration_announce after update on application_configuration
  for each statement execute function announce_to_everybody('configuration');

-- Mailings: one text of an administrator to many users -------------------------------------------------------------------

create table mailings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  subject text not null,
  -- Sanitised before it came here. Kept once, and not with each of its mails.
  html_body text not null,
  text_body text not null,
  created_at timestamptz not null default now()
);

alter table mails
  add column mailing_id bigint references mailings (id),
  -- What the mail server said when it took the mail.
  add column server_answer text,
  -- It will not be tried again: the mail server has said no, or nobody waits for it any more.
  add column refused_at timestamptz,
  add check (sent_at is null or refused_at is null);

create index mails_mailing on mails (mailing_id, id) where mailing_id is not null;
