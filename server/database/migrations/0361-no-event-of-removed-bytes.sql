-- A file whose bytes are given up names another key, for which nothing is stored: no modified file was attached.
create or replace function post_file_webhooks(was files, file files) returns void language plpgsql as $$
declare
  events constant text[] := array_remove(case when was.id is null then array['file.created'] else array[
    case when was.deleted_at is null and file.deleted_at is not null then 'file.deleted' end,
    case when was.deleted_at is not null and file.deleted_at is null then 'file.restored' end,
    case when file.mod_file_key is not null and file.mod_file_key is distinct from was.mod_file_key
              and not exists (select from removed_bytes r where r.key = file.mod_file_key)
         then 'file.modified_file_attached' end,
    case when (file.feasible, file.price_cents) is distinct from (was.feasible, was.price_cents) then 'file.priced' end,
    case when file.price_status = 'PAID' and was.price_status <> 'PAID' then 'file.paid' end,
    case when file.price_status = 'REFUNDED' and was.price_status <> 'REFUNDED' then 'file.refunded' end,
    case when file.delivered_at is not null and was.delivered_at is null then 'file.delivered' end,
    case when file.revision_since is not null and was.revision_since is null then 'file.change_requested' end,
    case when file.revision_since is null and was.revision_since is not null then 'file.change_settled' end,
    case when file.assignee_id is distinct from was.assignee_id then 'file.assigned' end,
    case when file.further_files > was.further_files then 'file.further_file_added' end
  ] end, null);
  about jsonb;
begin
  if events = '{}' and (file.status <> was.status) is not true then return; end if;
  about := jsonb_build_object(
    'id', file.id, 'file_id', file.file_id, 'user_id', file.user_id, 'status', file.status,
    'price_status', file.price_status, 'feasible', file.feasible, 'price', file.price_cents / 100.0,
    'assignee_id', file.assignee_id, 'further_files', file.further_files);
  if file.status <> was.status then
    perform post_webhooks('{file.status_changed}', about || jsonb_build_object('previous_status', was.status));
  end if;
  perform post_webhooks(events, about);
end $$;
