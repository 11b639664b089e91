-- The model that the customer chose for a file of DTC OFF, and the file read as that one; null: read as what it is
-- recognised as. `analysis` stays what the file was recognised as on its own.
alter table ai_sessions add column chosen jsonb;
