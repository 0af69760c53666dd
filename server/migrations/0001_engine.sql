-- Engine: what every area builds on.

create extension if not exists pg_trgm;

-- One counter for everything cached about users, roles, bindings and organizations. Areas attach
-- bump_access_version() to their tables; requests read it together with the session.
create table access_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into access_version (version) values (1);

create function bump_access_version() returns trigger language plpgsql as $$
begin
  update access_version set version = version + 1;
  return null;
end $$;

create table http_sessions (
  key bytea primary key,
  user_id uuid,
  csrf_token text not null,
  data jsonb not null default '{}',
  date_created timestamptz not null default now(),
  date_touched timestamptz not null default now(),
  date_expired timestamptz not null
);
create index http_sessions_user on http_sessions (user_id) where user_id is not null;
create index http_sessions_expired on http_sessions (date_expired);

-- Key pairs that open what the console encrypts before sending; the private half is sealed.
create table field_keys (
  id uuid primary key default gen_random_uuid(),
  public_pem text not null,
  private_sealed text not null,
  date_created timestamptz not null default now()
);

-- Selections of ids made for bulk operations (spm tokens).
create table resource_selections (
  token uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  ids jsonb not null,
  date_expired timestamptz not null
);
create index resource_selections_expired on resource_selections (date_expired);

create table operate_logs (
  id uuid primary key default gen_random_uuid(),
  user_display text not null,
  user_id uuid,
  action text not null,
  resource_type text not null,
  resource text not null,
  resource_id text not null,
  remote_addr text not null,
  diff jsonb not null default '{}',
  org_id uuid not null,
  datetime timestamptz not null default now()
);
create index operate_logs_org_time on operate_logs (org_id, datetime desc);
create index operate_logs_resource on operate_logs (resource_id, datetime desc);

-- Exact row counts without counting: every statement that changes a tracked table appends its difference, the
-- sum of the differences is the count. Appending locks nothing, and the count moves with the transaction.
create table row_counts (
  table_name text not null,
  org_id uuid,
  partition_value text,
  difference bigint not null
);
create index row_counts_key on row_counts (table_name, org_id, partition_value);

create function track_inserted_rows() returns trigger language plpgsql as $$
declare partition_column text := coalesce(nullif(tg_argv[0], ''), null);
begin
  if partition_column is null then
    insert into row_counts select tg_table_name, org_id, null, count(*) from changed group by org_id;
  else
    execute format('insert into row_counts select %L, org_id, %I::text, count(*) from changed group by 2, 3',
                   tg_table_name, partition_column);
  end if;
  return null;
end $$;

create function track_deleted_rows() returns trigger language plpgsql as $$
declare partition_column text := coalesce(nullif(tg_argv[0], ''), null);
begin
  if partition_column is null then
    insert into row_counts select tg_table_name, org_id, null, -count(*) from changed group by org_id;
  else
    execute format('insert into row_counts select %L, org_id, %I::text, -count(*) from changed group by 2, 3',
                   tg_table_name, partition_column);
  end if;
  return null;
end $$;

create function track_updated_rows() returns trigger language plpgsql as $$
declare partition_column text := coalesce(nullif(tg_argv[0], ''), null);
begin
  if partition_column is null then
    insert into row_counts
    select tg_table_name, org_id, null, sum(n) from (
      select org_id, -1 as n from before_change union all select org_id, 1 from changed
    ) moved group by org_id having sum(n) <> 0;
  else
    execute format('insert into row_counts
      select %1$L, org_id, part, sum(n) from (
        select org_id, %2$I::text as part, -1 as n from before_change
        union all select org_id, %2$I::text, 1 from changed
      ) moved group by 2, 3 having sum(n) <> 0', tg_table_name, partition_column);
  end if;
  return null;
end $$;

-- Areas call this once for a table with org_id: select track_row_counts('assets', 'category').
create function track_row_counts(target regclass, partition_column text default '') returns void
language plpgsql as $$
begin
  execute format('create trigger count_inserted after insert on %s referencing new table as changed
                  for each statement execute function track_inserted_rows(%L)', target, partition_column);
  execute format('create trigger count_deleted after delete on %s referencing old table as changed
                  for each statement execute function track_deleted_rows(%L)', target, partition_column);
  execute format('create trigger count_updated after update on %s
                  referencing old table as before_change new table as changed
                  for each statement execute function track_updated_rows(%L)', target, partition_column);
end $$;
