-- One chain of all that happened: each entry holds the hash of a record and continues the hash of the entry before.

-- The keys that sign checkpoints; the newest signs.
create table evidence_keys (
  -- SHA-256 of the public key (SPKI, DER), hexadecimal.
  fingerprint text primary key,
  -- SPKI, base64.
  public_key text not null,
  private_sealed text not null,
  date_created timestamptz not null default now()
);

-- Records that are not in the chain yet: written with each record, in its transaction, emptied by one worker at a time.
create table evidence_pending (
  id bigint generated always as identity primary key,
  kind text not null,
  action text not null,
  object_id uuid not null,
  content_hash bytea not null,
  date_noted timestamptz not null default date_trunc('milliseconds', clock_timestamp())
);

create table evidence_entries (
  seq bigint primary key,
  kind text not null,
  -- kept: as it now is; retention: removed when its time was over; removed: removed otherwise.
  action text not null check (action in ('kept', 'retention', 'removed')),
  object_id uuid not null,
  -- SHA-256 of the record's canonical text; of a removed record as it last was.
  content_hash bytea not null,
  date_noted timestamptz not null,
  -- SHA-256 of the chain hash before and the hash of this entry's line.
  chain_hash bytea not null
);
create index evidence_entries_object on evidence_entries (object_id, seq desc);

create table evidence_checkpoints (
  number bigint primary key,
  -- Entries it covers: the number of the last.
  entries bigint not null,
  chain_hash bytea not null,
  -- What is signed, byte for byte.
  statement text not null,
  signature text not null,
  fingerprint text not null references evidence_keys (fingerprint),
  date_signed timestamptz not null default now()
);
create index evidence_checkpoints_entries on evidence_checkpoints (entries);

create function refuse_change_of_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'evidence is only ever added';
end $$;
create trigger only_added before update or delete on evidence_entries
  for each statement execute function refuse_change_of_evidence();
create trigger only_added before update or delete on evidence_checkpoints
  for each statement execute function refuse_change_of_evidence();

create function evidence_time(moment timestamptz) returns text language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- The canonical text of each kind of record. A list is never changed once it has landed, or records would not fit their
-- hashes any more: what is added later enters the chain as a kind of its own.
create function evidence_content(r sessions) returns text language sql stable as $$
  select jsonb_build_object('kind', 'session', 'id', r.id, 'org_id', r.org_id, 'user', r."user", 'user_id', r.user_id,
    'asset', r.asset, 'asset_id', r.asset_id, 'account', r.account, 'account_id', r.account_id, 'protocol', r.protocol,
    'type', r.type, 'login_from', r.login_from, 'remote_addr', r.remote_addr, 'comment', r.comment,
    'is_success', r.is_success, 'is_finished', r.is_finished, 'is_emergency', r.is_emergency,
    'date_start', evidence_time(r.date_start), 'date_end', evidence_time(r.date_end), 'end_reason', r.end_reason,
    'recording_bytes', r.recording_bytes, 'recording_hash', r.recording_hash,
    'recording_duration', r.recording_duration)::text
$$;
create function evidence_content(r commands) returns text language sql stable as $$
  select jsonb_build_object('kind', 'command', 'id', r.id, 'org_id', r.org_id, 'session_id', r.session_id,
    'user', r."user", 'asset', r.asset, 'account', r.account, 'command', r.command, 'output', r.output,
    'risk_level', r.risk_level, 'source', r.source, 'date_executed', evidence_time(r.date_executed))::text
$$;
create function evidence_content(r ftp_logs) returns text language sql stable as $$
  select jsonb_build_object('kind', 'file', 'id', r.id, 'org_id', r.org_id, 'session_id', r.session_id,
    'user', r."user", 'user_id', r.user_id, 'remote_addr', r.remote_addr, 'asset', r.asset, 'asset_id', r.asset_id,
    'account', r.account, 'operate', r.operate, 'filename', r.filename, 'is_success', r.is_success, 'size', r.size,
    'sha256', r.sha256, 'state', r.state, 'reason', r.reason, 'date_start', evidence_time(r.date_start),
    'date_end', evidence_time(r.date_end))::text
$$;
create function evidence_content(r session_events) returns text language sql stable as $$
  select jsonb_build_object('kind', 'event', 'id', r.id, 'org_id', r.org_id, 'session_id', r.session_id,
    'event', r.event, 'actor', r.actor, 'reason', r.reason, 'date_created', evidence_time(r.date_created))::text
$$;
create function evidence_content(r session_grounds) returns text language sql stable as $$
  select jsonb_build_object('kind', 'grounds', 'id', r.id, 'session_id', r.session_id, 'grounds', r.grounds,
    'date_created', evidence_time(r.date_created))::text
$$;
create function evidence_content(r session_holds) returns text language sql stable as $$
  select jsonb_build_object('kind', 'hold', 'id', r.id, 'org_id', r.org_id, 'session_id', r.session_id,
    'reason', r.reason, 'held_by', r.held_by, 'date_created', evidence_time(r.date_created))::text
$$;
create function evidence_content(r operate_logs) returns text language sql stable as $$
  select jsonb_build_object('kind', 'operation', 'id', r.id, 'org_id', r.org_id, 'user', r.user_display,
    'user_id', r.user_id, 'action', r.action, 'resource_type', r.resource_type, 'resource', r.resource,
    'resource_id', r.resource_id, 'remote_addr', r.remote_addr, 'diff', r.diff,
    'datetime', evidence_time(r.datetime))::text
$$;
create function evidence_content(r activity_logs) returns text language sql stable as $$
  select jsonb_build_object('kind', 'activity', 'id', r.id, 'org_id', r.org_id, 'resource_id', r.resource_id,
    'action', r.action, 'user', r.user_display, 'datetime', evidence_time(r.datetime))::text
$$;
create function evidence_content(r login_logs) returns text language sql stable as $$
  select jsonb_build_object('kind', 'sign_in', 'id', r.id, 'username', r.username, 'type', r.type, 'ip', r.ip,
    'city', r.city, 'user_agent', r.user_agent, 'mfa', r.mfa, 'reason', r.reason, 'backend', r.backend,
    'status', r.status, 'datetime', evidence_time(r.datetime))::text
$$;
create function evidence_content(r password_change_logs) returns text language sql stable as $$
  select jsonb_build_object('kind', 'password_change', 'id', r.id, 'username', r.username, 'user', r."user",
    'change_by', r.change_by, 'remote_addr', r.remote_addr, 'datetime', evidence_time(r.datetime))::text
$$;
create function evidence_content(r tickets) returns text language sql stable as $$
  select jsonb_build_object('kind', 'approval', 'id', r.id, 'org_id', r.org_id, 'type', r.type, 'title', r.title,
    'serial_num', r.serial_num, 'comment', r.comment, 'state', r.state, 'status', r.status,
    'approval_step', r.approval_step, 'applicant_id', r.applicant_id, 'applicant', r.applicant,
    'processor_id', r.processor_id, 'processor', r.processor, 'rel_snapshot', r.rel_snapshot,
    'apply_accounts', r.apply_accounts, 'apply_actions', r.apply_actions,
    'apply_date_start', evidence_time(r.apply_date_start), 'apply_date_expired', evidence_time(r.apply_date_expired),
    'apply_permission_name', r.apply_permission_name, 'apply_run_user_id', r.apply_run_user_id,
    'apply_run_asset', r.apply_run_asset, 'apply_run_account', r.apply_run_account,
    'apply_run_command', r.apply_run_command, 'apply_from_session_id', r.apply_from_session_id,
    'apply_from_cmd_filter_acl_id', r.apply_from_cmd_filter_acl_id, 'apply_login_user_id', r.apply_login_user_id,
    'apply_login_asset_id', r.apply_login_asset_id, 'apply_login_account', r.apply_login_account,
    'apply_login_account_id', r.apply_login_account_id, 'apply_login_acl_id', r.apply_login_acl_id,
    'is_emergency', r.is_emergency, 'date_created', evidence_time(r.date_created))::text
$$;
create function evidence_content(r ticket_steps) returns text language sql stable as $$
  select jsonb_build_object('kind', 'approval_step', 'ticket_id', r.ticket_id, 'level', r.level, 'state', r.state,
    'status', r.status, 'processor_id', r.processor_id, 'processor', r.processor)::text
$$;
-- Steps have no id of their own.
create function evidence_step_id(ticket uuid, level integer) returns uuid language sql immutable
return md5(ticket::text || ':' || level)::uuid;

create function evidence_hash(content text) returns bytea language sql stable
return sha256(convert_to(content, 'UTF8'));

-- Notes a record for the chain, in the transaction of its change. Who removes records because their time is over says so
-- in `sallyport.removal`.
create function note_evidence() returns trigger language plpgsql as $$
declare
  content text;
begin
  if tg_op = 'DELETE' then
    insert into evidence_pending (kind, action, object_id, content_hash) values (tg_argv[0],
      case current_setting('sallyport.removal', true) when 'retention' then 'retention' else 'removed' end,
      old.id, evidence_hash(evidence_content(old)));
    return null;
  end if;
  content := evidence_content(new);
  if tg_op = 'UPDATE' then
    if content = evidence_content(old) then
      return null;
    end if;
  end if;
  insert into evidence_pending (kind, action, object_id, content_hash)
  values (tg_argv[0], 'kept', new.id, evidence_hash(content));
  return null;
end $$;

create function note_step_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into evidence_pending (kind, action, object_id, content_hash) values (tg_argv[0],
      case current_setting('sallyport.removal', true) when 'retention' then 'retention' else 'removed' end,
      evidence_step_id(old.ticket_id, old.level), evidence_hash(evidence_content(old)));
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if evidence_content(new) = evidence_content(old) then
      return null;
    end if;
  end if;
  insert into evidence_pending (kind, action, object_id, content_hash)
  values (tg_argv[0], 'kept', evidence_step_id(new.ticket_id, new.level), evidence_hash(evidence_content(new)));
  return null;
end $$;

-- A running session is touched every half minute: what of it is no evidence costs one comparison.
create trigger note_evidence after insert or delete on sessions
  for each row execute function note_evidence('session');
create trigger note_changed_evidence after update on sessions
  for each row when ((old."user", old.user_id, old.asset, old.asset_id, old.account, old.account_id, old.comment,
    old.is_success, old.is_finished, old.is_emergency, old.date_start, old.date_end, old.end_reason, old.recording_bytes,
    old.recording_hash, old.recording_duration, old.org_id, old.protocol, old.type, old.login_from, old.remote_addr)
    is distinct from (new."user", new.user_id, new.asset, new.asset_id, new.account, new.account_id, new.comment,
    new.is_success, new.is_finished, new.is_emergency, new.date_start, new.date_end, new.end_reason, new.recording_bytes,
    new.recording_hash, new.recording_duration, new.org_id, new.protocol, new.type, new.login_from, new.remote_addr))
  execute function note_evidence('session');
create trigger note_evidence after insert or update or delete on commands
  for each row execute function note_evidence('command');
create trigger note_evidence after insert or update or delete on ftp_logs
  for each row execute function note_evidence('file');
create trigger note_evidence after insert or update or delete on session_events
  for each row execute function note_evidence('event');
create trigger note_evidence after insert or update or delete on session_grounds
  for each row execute function note_evidence('grounds');
create trigger note_evidence after insert or update or delete on session_holds
  for each row execute function note_evidence('hold');
create trigger note_evidence after insert or update or delete on operate_logs
  for each row execute function note_evidence('operation');
create trigger note_evidence after insert or update or delete on activity_logs
  for each row execute function note_evidence('activity');
create trigger note_evidence after insert or update or delete on login_logs
  for each row execute function note_evidence('sign_in');
create trigger note_evidence after insert or update or delete on password_change_logs
  for each row execute function note_evidence('password_change');
create trigger note_evidence after insert or update or delete on tickets
  for each row execute function note_evidence('approval');
create trigger note_evidence after insert or update or delete on ticket_steps
  for each row execute function note_step_evidence('approval_step');

-- Where records of a kind lie, and what they are called there.
create function evidence_source(kind text) returns text language sql immutable
return case kind when 'session' then 'select r.id, evidence_content(r) as content from sessions r'
  when 'command' then 'select r.id, evidence_content(r) as content from commands r'
  when 'file' then 'select r.id, evidence_content(r) as content from ftp_logs r'
  when 'event' then 'select r.id, evidence_content(r) as content from session_events r'
  when 'grounds' then 'select r.id, evidence_content(r) as content from session_grounds r'
  when 'hold' then 'select r.id, evidence_content(r) as content from session_holds r'
  when 'operation' then 'select r.id, evidence_content(r) as content from operate_logs r'
  when 'activity' then 'select r.id, evidence_content(r) as content from activity_logs r'
  when 'sign_in' then 'select r.id, evidence_content(r) as content from login_logs r'
  when 'password_change' then 'select r.id, evidence_content(r) as content from password_change_logs r'
  when 'approval' then 'select r.id, evidence_content(r) as content from tickets r'
  when 'approval_step' then
    'select evidence_step_id(r.ticket_id, r.level) as id, evidence_content(r) as content from ticket_steps r' end;

-- The canonical texts of records.
create function evidence_contents(kind text, ids uuid[]) returns table (object_id uuid, content text)
language plpgsql stable as $$
begin
  return query execute 'select s.id, s.content from (' || evidence_source(kind) || ') s where s.id = any($1)' using ids;
end $$;

-- Records that are not as the chain has them: changed, missing without a word, or added past the chain.
create function evidence_discrepancies(asked text, most integer) returns table (object_id uuid, problem text)
language plpgsql stable as $$
begin
  return query execute '
    with latest as (
      select distinct on (e.object_id) e.object_id, e.action, e.content_hash from (
        select object_id, action, content_hash, 0 as place, seq from evidence_entries where kind = $1
        union all
        select object_id, action, content_hash, 1, id from evidence_pending where kind = $1
      ) e order by e.object_id, e.place desc, e.seq desc
    )
    select coalesce(l.object_id, s.id),
      case when s.id is null then ''missing'' when l.action = ''kept'' then ''changed'' else ''added'' end
    from latest l full join (' || evidence_source(asked) || ') s on s.id = l.object_id
    where (s.id is null and l.action = ''kept'') or (s.id is not null
      and (l.action is distinct from ''kept'' or l.content_hash <> evidence_hash(s.content)))
    limit $2' using asked, most;
end $$;

-- All records that belong to a session.
create function evidence_of_session(wanted uuid) returns table (kind text, object_id uuid) language sql stable as $$
  select 'session', s.id from sessions s where s.id = wanted
  union all select 'grounds', g.id from session_grounds g where g.session_id = wanted
  union all select 'event', e.id from session_events e where e.session_id = wanted
  union all select 'command', c.id from commands c where c.session_id = wanted
  union all select 'file', f.id from ftp_logs f where f.session_id = wanted
  union all select 'hold', h.id from session_holds h where h.session_id = wanted
  union all select 'operation', o.id from operate_logs o where o.resource_id = wanted::text
  union all select 'approval', t.id from tickets t
    where t.id in (select l.ticket_id from ticket_sessions l where l.session_id = wanted)
  union all select 'approval_step', evidence_step_id(p.ticket_id, p.level) from ticket_steps p
    where p.ticket_id in (select l.ticket_id from ticket_sessions l where l.session_id = wanted)
$$;

-- What an installation already has enters the chain as it is now.
insert into evidence_pending (kind, action, object_id, content_hash)
select 'session', 'kept', id, evidence_hash(evidence_content(r)) from sessions r order by date_start;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'command', 'kept', id, evidence_hash(evidence_content(r)) from commands r order by date_executed;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'file', 'kept', id, evidence_hash(evidence_content(r)) from ftp_logs r order by date_start;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'event', 'kept', id, evidence_hash(evidence_content(r)) from session_events r order by serial;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'operation', 'kept', id, evidence_hash(evidence_content(r)) from operate_logs r order by datetime;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'activity', 'kept', id, evidence_hash(evidence_content(r)) from activity_logs r order by datetime;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'sign_in', 'kept', id, evidence_hash(evidence_content(r)) from login_logs r order by datetime;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'password_change', 'kept', id, evidence_hash(evidence_content(r)) from password_change_logs r order by datetime;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'approval', 'kept', id, evidence_hash(evidence_content(r)) from tickets r order by date_created;
insert into evidence_pending (kind, action, object_id, content_hash)
select 'approval_step', 'kept', evidence_step_id(ticket_id, level), evidence_hash(evidence_content(r))
from ticket_steps r order by date_updated;
