-- How far the checkpoints were delivered to each place outside. The checkpoints themselves are what waits: one that is
-- signed is delivered in its turn, however long the place is away.
create table evidence_deliveries (
  target text primary key check (target in ('syslog', 'webhook')),
  -- As it is set; another address begins with the first checkpoint.
  address text not null,
  -- The last checkpoint it took.
  number bigint not null default 0,
  -- What was wrong with the last try, in a word; empty: nothing.
  problem text not null default '',
  -- Tries since something was taken.
  failures integer not null default 0,
  date_next timestamptz not null default now(),
  date_delivered timestamptz
);
