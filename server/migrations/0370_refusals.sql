-- What people and programs were refused: equal refusals within ten minutes are one row with a count.
create table refusals (
  id uuid primary key default gen_random_uuid(),
  -- Where it would have happened; null: nobody can tell.
  org_id uuid,
  user_id uuid,
  -- `name(username)`; empty: nobody who is known.
  user_display text not null default '',
  remote_addr text not null default '',
  channel text not null,
  kind text not null,
  code text not null,
  -- The sentence that was answered, in each language.
  reason jsonb not null,
  -- Method and path of a request; of a connection what was asked for.
  target text not null default '',
  asset text not null default '',
  asset_id uuid,
  account text not null default '',
  protocol text not null default '',
  -- Permission codes that were missing.
  rights text not null default '',
  count integer not null default 1 check (count > 0),
  datetime timestamptz not null,
  date_last timestamptz not null,
  -- SHA-256 of what makes refusals equal, with the ten minutes they happened in.
  fold_key bytea not null,
  constraint refusals_fold_key unique (fold_key)
);
create index refusals_time on refusals (datetime desc nulls last, id);
create index refusals_org_time on refusals (org_id, datetime desc nulls last, id);
create index refusals_user on refusals (user_id, datetime desc nulls last, id) where user_id is not null;
create index refusals_asset on refusals (asset_id, datetime desc nulls last, id) where asset_id is not null;
create index refusals_search on refusals using gin (
  lower(user_display || E'\n' || remote_addr || E'\n' || asset || E'\n' || account || E'\n' || target) gin_trgm_ops
);
create index refusals_search_parts on refusals using gin (
  search_parts(lower(user_display || E'\n' || remote_addr || E'\n' || asset || E'\n' || account || E'\n' || target))
);

-- They enter the chain of evidence, again whenever their count grows.
create function evidence_content(r refusals) returns text language sql stable as $$
  select jsonb_build_object('kind', 'refusal', 'id', r.id, 'org_id', r.org_id, 'user_id', r.user_id,
    'user', r.user_display, 'remote_addr', r.remote_addr, 'channel', r.channel, 'refused', r.kind, 'code', r.code,
    'reason', r.reason, 'target', r.target, 'asset', r.asset, 'asset_id', r.asset_id, 'account', r.account,
    'protocol', r.protocol, 'rights', r.rights, 'count', r.count, 'datetime', evidence_time(r.datetime),
    'date_last', evidence_time(r.date_last))::text
$$;
create trigger note_evidence after insert or update or delete on refusals
  for each row execute function note_evidence('refusal');

create or replace function evidence_source(kind text) returns text language sql immutable
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
  when 'refusal' then 'select r.id, evidence_content(r) as content from refusals r'
  when 'approval' then 'select r.id, evidence_content(r) as content from tickets r'
  when 'approval_step' then
    'select evidence_step_id(r.ticket_id, r.level) as id, evidence_content(r) as content from ticket_steps r' end;
