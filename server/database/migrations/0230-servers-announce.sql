-- The server that carries out calls announces what they have changed itself, once for all that end at the same time
-- (server/events/event-feed.ts): none of their transactions takes the lock of NOTIFY until its commit is on the disk. What
-- other programs write is announced by the trigger as before.
drop trigger change_feed_wake_readers on change_feed;
create constraint trigger change_feed_wake_readers after insert on change_feed deferrable initially deferred
  for each row when (current_setting('application_name') <> 'Tunedesk calls') execute function wake_readers();
