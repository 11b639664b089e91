-- What an administrator has decided about each service of others that a shop may offer; null: nothing yet.
alter table application_configuration
  add column google_use text check (google_use = 'NOT_USED'),
  add column gain_use text check (gain_use = 'NOT_USED'),
  add column social_use text check (social_use = 'NOT_USED'),
  add column chat_use text check (chat_use = 'NOT_USED');
