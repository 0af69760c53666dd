-- What people chose for themselves in the console, by name.
create table user_preferences (
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  value text not null check (length(value) between 1 and 64),
  primary key (user_id, name)
);

-- The way from an empty organization to a recorded session. What was there at `counts_from` counts for none of its
-- steps: the contents of a demonstration. `date_completed` is when all of them were seen to be done, once and for all.
create table getting_started (
  org_id uuid primary key references organizations (id) on delete cascade,
  counts_from timestamptz,
  date_completed timestamptz
);
