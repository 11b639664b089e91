-- Searches of two letters ---------------------------------------------------------------------------------------------

-- Every two letters that follow each other in a text, whatever they are; two letters have no trigram.
create function letter_pairs(value text) returns text[] language sql immutable parallel safe as $$
  select string_to_array(regexp_replace(value, '(..)', E'\\1\x01', 'g'), E'\x01')
      || string_to_array(regexp_replace(substr(value, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$$;

-- A search also reads the rows that are not yet in order in the index, so they are put there earlier than usual.
create index files_file_name_pairs on files using gin (letter_pairs(lower(file_name))) with (gin_pending_list_limit = 512);
