-- Uses of the system tools, to count them whichever process runs them.
create table tool_uses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  date_began timestamptz not null default now(),
  -- Null while the tool runs.
  date_ended timestamptz
);
create index tool_uses_user on tool_uses (user_id, date_began);
create index tool_uses_date on tool_uses (date_began);
