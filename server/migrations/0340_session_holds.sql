-- Sessions that must not be removed, with all that belongs to them, until somebody lifts the hold.
create table session_holds (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions (id) on delete restrict,
  org_id uuid not null,
  reason text not null check (length(reason) between 1 and 512),
  -- Who placed it, as they were called then.
  held_by text not null,
  date_created timestamptz not null default now(),
  constraint session_holds_session_key unique (session_id)
);
create index session_holds_org on session_holds (org_id, date_created desc);

-- What allowed a session when it began: permissions by id and name, and the ticket. Names as they were.
create table session_grounds (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references sessions (id) on delete cascade,
  grounds jsonb not null,
  date_created timestamptz not null default now(),
  constraint session_grounds_session_key unique (session_id)
);
