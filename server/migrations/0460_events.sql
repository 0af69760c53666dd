-- What happened, told to receivers outside: noted with each record, put into one order, delivered to each receiver.

create table event_receivers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  type text not null check (type in ('webhook', 'syslog', 'slack', 'teams')),
  -- Of a webhook and of syslog; chats have their address, which is their secret, sealed.
  address text not null default '',
  -- How events look in syslog.
  format text not null default 'json' check (format in ('json', 'cef', 'rfc5424')),
  -- Language of the sentences.
  language text not null default 'en' check (language in ('en', 'zh', 'ja')),
  -- Signs what a webhook is sent.
  signing_key_sealed text,
  chat_address_sealed text,
  -- PEM; empty: what this machine trusts.
  ca text not null default '',
  -- Empty: all.
  kinds jsonb not null default '[]' check (jsonb_typeof(kinds) = 'array'),
  org_ids jsonb not null default '[]' check (jsonb_typeof(org_ids) = 'array'),
  is_active boolean not null default true,
  comment text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint event_receivers_name_key unique (name)
);

-- Notes of records that have no place in the order yet: written with each record, in its transaction, only while
-- somebody is to be told.
create table event_notes (
  id bigint generated always as identity primary key,
  source text not null,
  change text not null check (change in ('added', 'changed', 'removed')),
  -- The record as the evidence has it, as JSON.
  content text not null,
  -- Names of what changed.
  changed text[],
  date_noted timestamptz not null default clock_timestamp()
);

-- Events in their order, once for all receivers.
create table events (
  seq bigint generated always as identity primary key,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  -- Null: it belongs to no organization.
  org_id uuid,
  date timestamptz not null,
  -- When it got its place; what is kept goes by it.
  date_added timestamptz not null default now(),
  event jsonb not null
);
create index events_added on events (date_added);

-- How far each receiver is. A row of its own: it changes all the time.
create table event_receiver_states (
  receiver_id uuid primary key references event_receivers (id) on delete cascade,
  -- The last event that was delivered to it, skipped, or not meant for it.
  seq bigint not null,
  delivered bigint not null default 0,
  -- Events that it never got and never will: removed because it was away too long, or too many dead letters.
  skipped bigint not null default 0,
  problem text not null default '',
  -- What it answered to the last failed try.
  answer text not null default '',
  failures integer not null default 0,
  -- How often it refused the very event that is next.
  refusals integer not null default 0,
  date_next timestamptz not null default now(),
  date_delivered timestamptz,
  date_failed timestamptz
);

-- Events that a receiver refused for good.
create table event_dead_letters (
  id uuid primary key default gen_random_uuid(),
  receiver_id uuid not null references event_receivers (id) on delete cascade,
  seq bigint not null,
  event_id uuid not null,
  kind text not null,
  event jsonb not null,
  problem text not null,
  answer text not null default '',
  -- Whether somebody asked for it to be sent again.
  is_due boolean not null default false,
  date_created timestamptz not null default now()
);
create index event_dead_letters_receiver on event_dead_letters (receiver_id, date_created desc nulls last, id);
create index event_dead_letters_due on event_dead_letters (receiver_id) where is_due;

-- The newest tries of each receiver.
create table event_deliveries (
  id uuid primary key default gen_random_uuid(),
  receiver_id uuid not null references event_receivers (id) on delete cascade,
  purpose text not null check (purpose in ('delivery', 'test', 'dead_letter')),
  events integer not null,
  -- Of the first and the last event; null: none had a number.
  first_seq bigint,
  last_seq bigint,
  is_success boolean not null,
  problem text not null default '',
  answer text not null default '',
  milliseconds integer not null,
  date timestamptz not null default now()
);
create index event_deliveries_receiver on event_deliveries (receiver_id, date desc nulls last, id);

-- The new secret of an account, without the secret.
create function event_content(r account_histories) returns text language sql stable as $$
  select jsonb_build_object('kind', 'secret', 'id', r.id, 'org_id', a.org_id, 'account_id', r.account_id,
    'account', a.username, 'account_name', a.name, 'asset_id', a.asset_id, 'asset', s.name,
    'secret_type', r.secret_type, 'version', r.version, 'user_id', r.history_user,
    'datetime', evidence_time(r.history_date))::text
  from accounts a join assets s on s.id = a.asset_id where a.id = r.account_id
$$;

-- Notes a record for the receivers. Who removes records because their time is over says so in `sallyport.removal`: that
-- is no event.
create function note_event() returns trigger language plpgsql as $$
declare
  before text;
  content text;
begin
  if not exists (select from event_receivers where is_active) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    if current_setting('sallyport.removal', true) is distinct from 'retention' then
      insert into event_notes (source, change, content) values (tg_argv[0], 'removed', evidence_content(old));
    end if;
    return null;
  end if;
  content := evidence_content(new);
  if tg_op = 'INSERT' then
    insert into event_notes (source, change, content) values (tg_argv[0], 'added', content);
    return null;
  end if;
  before := evidence_content(old);
  if content <> before then
    insert into event_notes (source, change, content, changed) values (tg_argv[0], 'changed', content,
      (select array_agg(n.key) from jsonb_each(content::jsonb) n join jsonb_each(before::jsonb) o using (key)
        where n.value is distinct from o.value));
  end if;
  return null;
end $$;

create function note_secret_event() returns trigger language plpgsql as $$
begin
  if exists (select from event_receivers where is_active) then
    insert into event_notes (source, change, content)
    select 'secret', 'added', c.content from (select event_content(new) as content) c where c.content is not null;
  end if;
  return null;
end $$;

create trigger note_event after insert or delete on sessions
  for each row execute function note_event('session');
create trigger note_ended_event after update on sessions
  for each row when (new.is_finished and not old.is_finished) execute function note_event('session');
create trigger note_event after insert or delete on commands
  for each row execute function note_event('command');
create trigger note_event after insert or delete on ftp_logs
  for each row execute function note_event('file');
create trigger note_ended_event after update on ftp_logs
  for each row when (old.state is distinct from new.state) execute function note_event('file');
create trigger note_event after insert on session_events
  for each row when (new.event not in ('ended', 'failed')) execute function note_event('event');
create trigger note_removed_event after delete on session_events
  for each row execute function note_event('event');
create trigger note_event after insert or delete on session_grounds
  for each row execute function note_event('grounds');
create trigger note_event after insert or delete on session_holds
  for each row execute function note_event('hold');
create trigger note_event after insert or delete on operate_logs
  for each row execute function note_event('operation');
create trigger note_event after insert or delete on activity_logs
  for each row execute function note_event('activity');
create trigger note_event after insert or delete on login_logs
  for each row execute function note_event('sign_in');
create trigger note_event after insert or delete on password_change_logs
  for each row execute function note_event('password_change');
create trigger note_event after insert or delete on refusals
  for each row execute function note_event('refusal');
create trigger note_event after insert or update or delete on tickets
  for each row execute function note_event('approval');
create trigger note_event after insert or delete on task_executions
  for each row execute function note_event('job');
create trigger note_ended_event after update on task_executions
  for each row when (old.state is distinct from new.state) execute function note_event('job');
create trigger note_event after insert on account_histories
  for each row execute function note_secret_event();
