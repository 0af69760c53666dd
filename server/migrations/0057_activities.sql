-- What happened to one object beside what the operate log, the sessions and the sign-ins tell.
create table activity_logs (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  resource_id text not null,
  action text not null,
  user_display text not null,
  datetime timestamptz not null default now()
);
create index activity_logs_resource on activity_logs (resource_id, datetime desc);
create index activity_logs_time on activity_logs (datetime);
