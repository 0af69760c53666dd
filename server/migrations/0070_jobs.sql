-- Who works on the queue. The queue itself stands in a schema of its own, which its library makes and changes.
create table job_workers (
  worker_id text primary key,
  date_seen timestamptz not null default now()
);
