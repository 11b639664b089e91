-- Where a change without a user came from: the portal itself (null), or a command on the machine.
alter table changes add column origin text check (origin in ('COMMAND_LINE'));
