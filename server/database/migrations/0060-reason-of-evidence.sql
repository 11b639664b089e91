-- What speaks for a control unit has its `reason` under that name. Proofs are signed, and stay as they are ----------------

create function pg_temp.with_reason(evidence jsonb) returns jsonb language sql as $$
  select coalesce(
    jsonb_agg(entry - 'because' || jsonb_build_object('reason', entry -> 'because') order by position), '[]')
    from jsonb_array_elements(evidence) with ordinality as entries (entry, position)
$$;

update ai_sessions
   set analysis = jsonb_set(analysis, '{family,evidence}', pg_temp.with_reason(analysis #> '{family,evidence}'))
 where jsonb_typeof(analysis #> '{family,evidence}') = 'array';

update ai_sessions
   set chosen = jsonb_set(chosen, '{evidence}', pg_temp.with_reason(chosen -> 'evidence'))
 where jsonb_typeof(chosen -> 'evidence') = 'array';

update ai_sessions
   set chosen = jsonb_set(chosen, '{analysis,family,evidence}', pg_temp.with_reason(chosen #> '{analysis,family,evidence}'))
 where jsonb_typeof(chosen #> '{analysis,family,evidence}') = 'array';

update file_identifications
   set result = jsonb_set(result, '{control_unit,evidence}', pg_temp.with_reason(result #> '{control_unit,evidence}'))
 where jsonb_typeof(result #> '{control_unit,evidence}') = 'array';
