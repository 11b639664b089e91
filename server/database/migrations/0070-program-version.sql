-- Which version of the program has last started on this database. -----------------------------------------------------

-- Null: one from before it was recorded. An older program names it when it refuses the tables.
alter table installation add column program_version text;
