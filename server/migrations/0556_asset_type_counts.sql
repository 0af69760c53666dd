-- Counts of a table's rows can be kept by several columns, each under a name of its own.
create or replace function track_inserted_rows() returns trigger language plpgsql as $$
declare
  partition_column text := nullif(tg_argv[0], '');
  counted_as text := coalesce(nullif(tg_argv[1], ''), tg_table_name);
begin
  if partition_column is null then
    insert into row_counts select counted_as, org_id, null, count(*) from changed group by org_id;
  else
    execute format('insert into row_counts select %L, org_id, %I::text, count(*) from changed group by 2, 3',
                   counted_as, partition_column);
  end if;
  return null;
end $$;

create or replace function track_deleted_rows() returns trigger language plpgsql as $$
declare
  partition_column text := nullif(tg_argv[0], '');
  counted_as text := coalesce(nullif(tg_argv[1], ''), tg_table_name);
begin
  if partition_column is null then
    insert into row_counts select counted_as, org_id, null, -count(*) from changed group by org_id;
  else
    execute format('insert into row_counts select %L, org_id, %I::text, -count(*) from changed group by 2, 3',
                   counted_as, partition_column);
  end if;
  return null;
end $$;

create or replace function track_updated_rows() returns trigger language plpgsql as $$
declare
  partition_column text := nullif(tg_argv[0], '');
  counted_as text := coalesce(nullif(tg_argv[1], ''), tg_table_name);
begin
  if partition_column is null then
    insert into row_counts
    select counted_as, org_id, null, sum(n) from (
      select org_id, -1 as n from before_change union all select org_id, 1 from changed
    ) moved group by org_id having sum(n) <> 0;
  else
    execute format('insert into row_counts
      select %1$L, org_id, part, sum(n) from (
        select org_id, %2$I::text as part, -1 as n from before_change
        union all select org_id, %2$I::text, 1 from changed
      ) moved group by 2, 3 having sum(n) <> 0', counted_as, partition_column);
  end if;
  return null;
end $$;

-- Once for a table with org_id, and once more for each further column: select track_row_counts('assets', 'type', 'asset_types').
drop function track_row_counts(regclass, text);
create function track_row_counts(target regclass, partition_column text default '', counted_as text default '')
returns void language plpgsql as $$
declare suffix text := case when counted_as = '' then '' else '_' || counted_as end;
begin
  execute format('create trigger %I after insert on %s referencing new table as changed
                  for each statement execute function track_inserted_rows(%L, %L)',
                 'count_inserted' || suffix, target, partition_column, counted_as);
  execute format('create trigger %I after delete on %s referencing old table as changed
                  for each statement execute function track_deleted_rows(%L, %L)',
                 'count_deleted' || suffix, target, partition_column, counted_as);
  execute format('create trigger %I after update on %s
                  referencing old table as before_change new table as changed
                  for each statement execute function track_updated_rows(%L, %L)',
                 'count_updated' || suffix, target, partition_column, counted_as);
end $$;

-- How many assets of each type an organization has: the home page shows it, however many there are.
select track_row_counts('assets', 'type', 'asset_types');
insert into row_counts select 'asset_types', org_id, type, count(*) from assets group by org_id, type;

-- Components among the members of an organization: few among many users.
create index users_service_accounts on users (id) include (username, date_joined) where is_service_account;
