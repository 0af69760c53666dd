-- Requests that somebody else decides on. People are kept by id and by the name they had: a ticket outlives them.
create table tickets (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  type text not null check (type in ('apply_asset', 'login_confirm', 'command_confirm', 'login_asset_confirm')),
  title text not null check (length(title) between 1 and 256),
  serial_num text not null,
  comment text not null default '',
  state text not null default 'pending' check (state in ('pending', 'closed', 'reopen', 'approved', 'rejected')),
  status text not null default 'open' check (status in ('open', 'closed')),
  -- The step that is asked now, or that was asked last.
  approval_step integer not null default 1,
  applicant_id uuid,
  applicant text not null,
  -- Who decided; null: nobody, or nobody in particular.
  processor_id uuid,
  processor text not null default '',
  -- Texts of what the ticket names, as they were.
  rel_snapshot jsonb not null default '{}',
  -- The applicant has still to be told that it closed by itself.
  is_notice_due boolean not null default false,
  apply_accounts jsonb not null default '[]',
  apply_actions integer not null default 1,
  apply_date_start timestamptz,
  apply_date_expired timestamptz,
  apply_permission_name text not null default '',
  apply_login_ip text not null default '',
  apply_login_city text not null default '',
  apply_login_datetime timestamptz,
  apply_run_user_id uuid,
  apply_run_asset text not null default '',
  apply_run_account text not null default '',
  apply_run_command text not null default '',
  apply_from_session_id uuid,
  apply_from_cmd_filter_acl_id uuid,
  apply_login_user_id uuid,
  apply_login_asset_id uuid,
  apply_login_account text not null default '',
  apply_login_account_id uuid,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint tickets_serial_num_key unique (serial_num),
  check ((state in ('pending', 'reopen')) = (status = 'open'))
);
create index tickets_created on tickets (date_created desc, id);
create index tickets_applicant on tickets (applicant_id, date_created desc);
create index tickets_open on tickets (date_created) where status = 'open';
create index tickets_login_asset on tickets (apply_login_asset_id) where status = 'open';
create index tickets_login_account on tickets (apply_login_account_id) where status = 'open';

-- How many tickets a day has seen: the second half of their numbers.
create table ticket_days (
  day date primary key,
  number integer not null
);

create table ticket_assets (
  ticket_id uuid not null references tickets (id) on delete cascade,
  asset_id uuid not null,
  primary key (ticket_id, asset_id)
);
create index ticket_assets_asset on ticket_assets (asset_id);

create table ticket_nodes (
  ticket_id uuid not null references tickets (id) on delete cascade,
  node_id uuid not null,
  primary key (ticket_id, node_id)
);
create index ticket_nodes_node on ticket_nodes (node_id);

-- Levels of approval, asked in turn.
create table ticket_steps (
  ticket_id uuid not null references tickets (id) on delete cascade,
  level integer not null check (level >= 1),
  state text not null default 'pending' check (state in ('pending', 'closed', 'reopen', 'approved', 'rejected')),
  status text not null default 'pending' check (status in ('active', 'closed', 'pending')),
  processor_id uuid,
  processor text not null default '',
  date_updated timestamptz not null default now(),
  primary key (ticket_id, level)
);

create table ticket_assignees (
  ticket_id uuid not null,
  level integer not null,
  user_id uuid not null,
  name text not null,
  state text not null default 'pending' check (state in ('pending', 'closed', 'reopen', 'approved', 'rejected')),
  -- Whether it is their turn, or was when the ticket closed.
  is_current boolean not null default false,
  primary key (ticket_id, level, user_id),
  foreign key (ticket_id, level) references ticket_steps (ticket_id, level) on delete cascade
);
create index ticket_assignees_user on ticket_assignees (user_id, ticket_id) include (is_current);

-- What was said about a ticket: by people (`body`), and what happened to it (`event`, told in the reader's language).
create table ticket_comments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  user_id uuid,
  user_display text not null default '',
  body text not null default '' check (length(body) <= 65536),
  event jsonb,
  date_created timestamptz not null default clock_timestamp(),
  date_updated timestamptz not null default clock_timestamp()
);
create index ticket_comments_ticket on ticket_comments (ticket_id, date_created);

-- The sessions that a ticket let begin, or that asked by it.
create table ticket_sessions (
  ticket_id uuid not null references tickets (id) on delete cascade,
  session_id uuid not null,
  date_created timestamptz not null default now(),
  primary key (ticket_id, session_id)
);
create index ticket_sessions_session on ticket_sessions (session_id);

-- Who is asked about requests of a type, level by level. The row of the root organization counts where there is no other.
create table ticket_flows (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  type text not null check (type in ('apply_asset', 'login_confirm', 'command_confirm', 'login_asset_confirm')),
  approval_level integer not null check (approval_level in (1, 2)),
  created_by text not null default '',
  updated_by text not null default '',
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint ticket_flows_type_key unique (org_id, type)
);

create table ticket_flow_rules (
  flow_id uuid not null references ticket_flows (id) on delete cascade,
  level integer not null check (level >= 1),
  strategy text not null check (strategy in ('org_admin', 'custom_user', 'super_admin', 'super_org_admin')),
  primary key (flow_id, level)
);

create table ticket_flow_assignees (
  flow_id uuid not null,
  level integer not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (flow_id, level, user_id),
  foreign key (flow_id, level) references ticket_flow_rules (flow_id, level) on delete cascade
);

-- Links in mails that lead to the decision. Only the hash is kept: who reads this table can open none of them.
create table ticket_links (
  token_hash bytea primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  date_expired timestamptz not null
);
create index ticket_links_ticket on ticket_links (ticket_id);

with flow as (
  insert into ticket_flows (org_id, type, approval_level, created_by, updated_by)
  values ('00000000-0000-0000-0000-000000000000', 'apply_asset', 1, 'System', 'System') returning id
)
insert into ticket_flow_rules (flow_id, level, strategy) select id, 1, 'super_admin' from flow;

-- Whoever waits for a decision hears of it once it is committed, however it came about.
create function tell_ticket_decided() returns trigger language plpgsql as $$
begin
  perform pg_notify('tickets.decided', json_build_object('id', new.id, 'state', new.state)::text);
  return null;
end $$;

create trigger tickets_decided after update of status on tickets
  for each row when (old.status = 'open' and new.status = 'closed') execute function tell_ticket_decided();

-- Closes open tickets for a reason that nobody decided: what they are about is gone, or their time.
create function close_lost_tickets(lost uuid[], reason text) returns void language plpgsql as $$
declare
  closed uuid[];
begin
  with now_closed as (
    update tickets set state = 'closed', status = 'closed', is_notice_due = true, date_updated = now()
    where id = any(lost) and status = 'open' returning id, approval_step
  ), steps as (
    update ticket_steps s set state = 'closed', status = 'closed', date_updated = now()
    from now_closed c where s.ticket_id = c.id and s.level = c.approval_step returning s.ticket_id
  )
  select array_agg(ticket_id) into closed from steps;
  insert into ticket_comments (ticket_id, event)
  select id, jsonb_build_object('name', 'lost', 'reason', reason) from unnest(closed) as id;
  delete from ticket_links where ticket_id = any(closed);
end $$;

-- No foreign keys lead from tickets to assets and nodes: these have to know which tickets asked for what goes.
create function close_tickets_of_assets() returns trigger language plpgsql as $$
declare
  asked uuid[];
begin
  with taken as (delete from ticket_assets l using gone g where l.asset_id = g.id returning l.ticket_id)
  select array_agg(distinct ticket_id) into asked from taken;
  perform close_lost_tickets(array(
    select t.id from tickets t join gone g on g.id = t.apply_login_asset_id where t.status = 'open'
    union
    select t.id from tickets t where t.id = any(asked)
      and not exists (select 1 from ticket_assets l where l.ticket_id = t.id)
      and not exists (select 1 from ticket_nodes l where l.ticket_id = t.id)
  ), 'asset');
  return null;
end $$;

create function close_tickets_of_nodes() returns trigger language plpgsql as $$
declare
  asked uuid[];
begin
  with taken as (delete from ticket_nodes l using gone g where l.node_id = g.id returning l.ticket_id)
  select array_agg(distinct ticket_id) into asked from taken;
  perform close_lost_tickets(array(
    select t.id from tickets t where t.id = any(asked)
      and not exists (select 1 from ticket_assets l where l.ticket_id = t.id)
      and not exists (select 1 from ticket_nodes l where l.ticket_id = t.id)
  ), 'asset');
  return null;
end $$;

create function close_tickets_of_accounts() returns trigger language plpgsql as $$
begin
  perform close_lost_tickets(array(
    select t.id from tickets t join gone g on g.id = t.apply_login_account_id where t.status = 'open'
  ), 'account');
  return null;
end $$;

create function close_tickets_of_users() returns trigger language plpgsql as $$
begin
  perform close_lost_tickets(array(
    select t.id from tickets t join gone g on g.id = t.applicant_id where t.status = 'open'
  ), 'person');
  return null;
end $$;

create trigger close_tickets after delete on assets referencing old table as gone
  for each statement execute function close_tickets_of_assets();
create trigger close_tickets after delete on nodes referencing old table as gone
  for each statement execute function close_tickets_of_nodes();
create trigger close_tickets after delete on accounts referencing old table as gone
  for each statement execute function close_tickets_of_accounts();
create trigger close_tickets after delete on users referencing old table as gone
  for each statement execute function close_tickets_of_users();
