-- Who signs in through somebody else: the pair that never changes there, whatever happens to the address.
create table external_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create index external_identities_user on external_identities (user_id);
