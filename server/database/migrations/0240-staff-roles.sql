-- What an administrator may do: without a staff role everything, otherwise what it names.
create table staff_roles (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  capabilities text[] not null,
  is_built_in boolean not null default false
);
create unique index staff_roles_name on staff_roles (lower(name));

alter table users add column staff_role_id bigint references staff_roles;
alter table users add constraint users_staff_role_check check (staff_role_id is null or role = 'ADMIN');
create index users_staff_role on users (staff_role_id) where staff_role_id is not null;
