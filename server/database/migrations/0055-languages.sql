-- Who reads what is sent, in which language ---------------------------------------------------------------------------

alter table users
  -- As portal/languages.list.ts spells it; null: the portal's default.
  add column language text check (language ~ '^[a-z]{2,8}$');

alter table notifications
  -- What the portal writes itself: the name of a text and its values, rendered for each reader. Null: `message` as it is.
  add column stored_text jsonb;
