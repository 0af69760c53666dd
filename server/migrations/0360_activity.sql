-- What the start pages count: how much happened, by measure, organization and time.

-- What happened and is not summed up yet: written with each record, in its transaction, emptied by one worker at a time.
create table activity_changes (
  measure text not null,
  org_id uuid not null,
  -- The quarter of an hour it happened in: every time zone begins its days with one.
  moment timestamptz not null,
  -- Whom or what it is about; '' where only the number counts.
  subject text not null,
  difference integer not null
);
create index activity_changes_measure on activity_changes (measure, moment);

-- How often something happened. What is about nobody by the quarter of an hour, the rest by the day of the
-- installation's time zone; of each organization, and of all together under the id of the root one.
create table activity_totals (
  measure text not null,
  org_id uuid not null,
  bucket timestamptz not null,
  subject text not null,
  total bigint not null,
  primary key (measure, org_id, bucket, subject) include (total)
);
create index activity_totals_empty on activity_totals (measure) where total = 0;

-- How many subjects a day has, and how often it happened to all of them.
create table activity_days (
  measure text not null,
  org_id uuid not null,
  bucket timestamptz not null,
  subjects bigint not null,
  total bigint not null,
  primary key (measure, org_id, bucket)
);
create index activity_days_empty on activity_days (measure) where total = 0;

-- The time zone whose days the totals have; null: nothing has been summed up yet. Whoever sums up locks it.
create table activity_state (
  only_row boolean primary key default true check (only_row),
  time_zone text
);
insert into activity_state default values;

create function quarter_of(moment timestamptz) returns timestamptz language sql immutable
return date_bin('15 minutes', moment, 'epoch'::timestamptz);

-- Notes each change of a table's records for a measure. The expressions read the record as `r`; an update that leaves
-- the watched columns as they are costs one comparison.
create function track_activity(
  target regclass, measure text, organization text, moment text, subject text, watched text[],
  condition text default 'true'
) returns void language plpgsql as $$
declare
  noted text := format(
    'insert into activity_changes (measure, org_id, moment, subject, difference)
     select %L, %s, quarter_of(%s), %s, %%s from (select %%s.*) r where %s',
    measure, organization, moment, subject, condition);
begin
  execute format($function$
    create function note_activity_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op <> 'INSERT' then %2$s; end if;
      if tg_op <> 'DELETE' then %3$s; end if;
      return null;
    end $body$
  $function$, measure, format(noted, '-1', 'old'), format(noted, '1', 'new'));
  execute format('create trigger note_activity_%1$s after insert or delete on %2$s
                  for each row execute function note_activity_%1$s()', measure, target);
  execute format('create trigger note_changed_activity_%1$s after update on %2$s
                  for each row when ((%3$s) is distinct from (%4$s)) execute function note_activity_%1$s()',
    measure, target,
    (select string_agg('old.' || quote_ident(name), ', ') from unnest(watched) name),
    (select string_agg('new.' || quote_ident(name), ', ') from unnest(watched) name));
end $$;

-- The measures; `server/src/areas/dashboards/activity/measures.ts` reads the same records directly.
select
  track_activity('sessions', 'session_user', 'r.org_id', 'r.date_start', 'coalesce(r.user_id::text, r."user")',
    '{org_id,date_start,user_id,user}'),
  track_activity('sessions', 'session_asset', 'r.org_id', 'r.date_start', 'coalesce(r.asset_id::text, r.asset)',
    '{org_id,date_start,asset_id,asset}'),
  track_activity('login_logs', 'login', '''00000000-0000-0000-0000-000000000000''::uuid', 'r.datetime', 'r.username',
    '{datetime,username}'),
  track_activity('login_logs', 'failed_login', '''00000000-0000-0000-0000-000000000000''::uuid', 'r.datetime',
    'r.username', '{datetime,username,status}', 'not r.status'),
  track_activity('password_change_logs', 'password_change', '''00000000-0000-0000-0000-000000000000''::uuid',
    'r.datetime', 'r.username', '{datetime,username}'),
  track_activity('operate_logs', 'operation', 'r.org_id', 'r.datetime', '''''', '{org_id,datetime}'),
  track_activity('ftp_logs', 'file', 'r.org_id', 'r.date_start', '''''', '{org_id,date_start}'),
  track_activity('commands', 'command', 'r.org_id', 'r.date_executed', '''''', '{org_id,date_executed}'),
  track_activity('commands', 'dangerous_command', 'r.org_id', 'r.date_executed', '''''',
    '{org_id,date_executed,risk_level}', 'r.risk_level = 5'),
  track_activity('task_executions', 'job', 'coalesce(r.org_id, ''00000000-0000-0000-0000-000000000000'')',
    'r.date_published', '''''', '{org_id,date_published}'),
  track_activity('task_executions', 'failed_job', 'coalesce(r.org_id, ''00000000-0000-0000-0000-000000000000'')',
    'r.date_published', '''''', '{org_id,date_published,state}', 'r.state = ''FAILURE''');

-- What was made this week.
create index assets_created on assets (date_created, org_id);
create index users_joined on users (date_joined);
