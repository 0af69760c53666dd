-- The license in force: the signed file as it was imported. It is verified whenever it is read.
create table licenses (
  only_row boolean primary key default true check (only_row),
  document text not null check (length(document) <= 16384),
  imported_by text not null,
  date_imported timestamptz not null default now(),
  -- The latest time this installation has known: a clock set back does not bring an expired license to life.
  date_seen timestamptz not null default now()
);
