-- Set when the demonstration data was made, so that it is made once.
create table demo_seed (
  only_row boolean primary key default true check (only_row),
  date_seeded timestamptz not null default now()
);
