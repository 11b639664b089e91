-- A personal access token is a session that its owner opened for a program: everything that ends the sessions of a user
-- ends it too. Nothing of the token is stored but its last characters.
alter table sessions
  -- Shown to its owner, who has the token; null: not a token.
  add column token_hint text,
  -- What the token may do of what its owner may; empty: it only reads.
  add column token_capabilities text[],
  add column token_used_at timestamptz,
  add check ((token_hint is null) = (token_capabilities is null));
