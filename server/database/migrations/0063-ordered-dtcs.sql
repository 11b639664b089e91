-- The trouble codes that are ordered off with a file, as codes; what the customer wrote stays in `solution`. ---------------

alter table files add column ordered_dtcs text[] not null default '{}';

-- Files that are still in work are worked on by their codes as well.
update files set ordered_dtcs = coalesce((
  select array_agg(distinct upper(found[1]))
    from regexp_matches(substring(solution from 'DTC:(.*)$'), '\m([PCBU][0-3][0-9A-F]{3})\M', 'gi') found), '{}')
 where solution like '%DTC:%' and status in ('PENDING', 'IN_PROGRESS', 'PROCESSED');
