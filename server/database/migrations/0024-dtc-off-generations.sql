-- Files that DTC OFF made stay, and a declaration belongs to one file ---------------------------------------------------

-- The same codes with another declaration are another file with a proof of its own.
alter table ai_generations drop constraint ai_generations_session_id_selection_sha256_key;
alter table ai_generations add constraint ai_generations_wanted
  unique nulls not distinct (session_id, selection_sha256, declared_use);

-- Codes that went off together with the chosen ones. Files made before this was recorded have them in their proof.
alter table ai_generations add column also_codes text[] not null default '{}';
update ai_generations g set also_codes = coalesce((
  select array_agg(code ->> 'code' order by code ->> 'code')
    from json_array_elements(g.proof::json -> 'statement' -> 'codes') code
   where not (code ->> 'chosen')::boolean), '{}');

-- The bytes of a paid session stay with the files that were made of them. Only unpaid sessions are removed by their age.
drop index ai_sessions_live;
create index ai_sessions_unpaid on ai_sessions (expires_at) where charged_at is null;
-- Files of one customer, newest first, a page at a time.
alter table ai_generations add column user_id bigint references users (id);
update ai_generations g set user_id = s.user_id from ai_sessions s where s.id = g.session_id;
alter table ai_generations alter column user_id set not null;
create index ai_generations_owner on ai_generations (user_id, id desc);
