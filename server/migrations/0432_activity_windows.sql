-- The times start pages ask for most, summed up over all their days: a month of ten thousand people is three hundred
-- thousand rows of activity_totals and ten thousand here.

-- Since which midnight the totals of so many days count; null: they are not counted yet.
create table activity_window_starts (
  days integer primary key,
  start timestamptz
);
insert into activity_window_starts (days) values (7), (30);

create table activity_windows (
  days integer not null references activity_window_starts,
  measure text not null,
  org_id uuid not null,
  subject text not null,
  total bigint not null,
  primary key (measure, org_id, days, subject) include (total)
);
create index activity_windows_empty on activity_windows (days) where total = 0;
