-- Keys before the previous one, newest first: a second change within a day does not end the first key early.
alter table webhooks add column earlier_key_names uuid[] not null default '{}';
