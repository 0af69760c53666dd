-- Links by which others join a session. Their code is sealed: it is shown again to who made them, and to nobody else.
create table session_sharings (
  id uuid primary key,
  org_id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  -- The session's person, also as they were called then.
  creator_id uuid not null,
  created_by text not null,
  updated_by text not null default '',
  verify_code_sealed text not null,
  is_active boolean not null default true,
  -- In minutes.
  expired_time integer not null check (expired_time > 0),
  date_expired timestamptz not null,
  -- Whom the link is for; empty: whoever has the code.
  users uuid[] not null default '{}',
  action_permission text not null check (action_permission in ('readonly', 'writable')),
  origin text not null,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);
create index session_sharings_session on session_sharings (session_id);
create index session_sharings_creator on session_sharings (creator_id, date_created);

-- Who joined, and who tried to: one row for each attempt.
create table session_join_records (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  sharing_id uuid not null references session_sharings (id) on delete cascade,
  joiner_id uuid not null,
  -- As they were called then.
  joiner text not null,
  remote_addr text not null,
  login_from text not null default 'WT' check (login_from in ('ST', 'RT', 'WT', 'DT')),
  -- What they may do now: of the sharing first, and what the session's person says from then on.
  action_permission text not null check (action_permission in ('readonly', 'writable')),
  is_success boolean not null,
  is_finished boolean not null,
  -- A stable word; empty where nothing went wrong.
  reason text not null default '',
  created_by text not null default '',
  updated_by text not null default '',
  date_joined timestamptz not null default clock_timestamp(),
  date_left timestamptz,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);
create index session_join_records_session on session_join_records (session_id, date_joined);
create index session_join_records_org on session_join_records (org_id, date_joined);
create index session_join_records_joiner on session_join_records (sharing_id, joiner_id);
create index session_join_records_guesses on session_join_records (joiner_id, date_joined) where reason = 'code_invalid';
