-- What happened to sessions, in order: joined, paused, ended and why.
create table session_events (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions (id) on delete cascade,
  org_id uuid not null,
  -- Events of one session keep the order they were recorded in, also within one tick of the clock.
  serial bigint generated always as identity,
  -- A stable word.
  event text not null check (length(event) between 1 and 32),
  -- Who did it, as they were called then; empty where nobody did.
  actor text not null default '',
  -- Why, in the words of who did it, or a stable word.
  reason text not null default '',
  date_created timestamptz not null default clock_timestamp()
);
create index session_events_session on session_events (session_id, serial);
create index session_events_org on session_events (org_id, serial);
create index session_events_serial on session_events (serial);
