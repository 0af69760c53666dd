-- How long sessions may go on once the permission they rest on has run out; 0: they end with it.
alter table asset_permissions add column session_grace_minutes integer not null default 0
  check (session_grace_minutes between 0 and 1440);
