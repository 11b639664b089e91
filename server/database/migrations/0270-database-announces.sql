-- The trigger announces what anyone writes, the server as well: of transactions that end at the same time one announces for
-- all, and that a server did it for its calls itself was no faster.
drop trigger change_feed_wake_readers on change_feed;
create constraint trigger change_feed_wake_readers after insert on change_feed deferrable initially deferred
  for each row execute function wake_readers();
