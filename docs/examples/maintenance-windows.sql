create table maintenance_windows (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 64),
  impact text not null check (impact in ('none', 'outage')),
  date_start timestamptz not null,
  date_end timestamptz not null check (date_end > date_start),
  constraint maintenance_windows_name_key unique (org_id, name)
);
create index maintenance_windows_start on maintenance_windows (org_id, date_start);
