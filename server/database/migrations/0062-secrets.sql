-- The portal's own secrets ----------------------------------------------------------------------------------------------

-- Encrypted with a key that is not in the database (server/secrets.ts).
create table secrets (
  name text primary key,
  key_id text not null,
  body bytea not null
);
