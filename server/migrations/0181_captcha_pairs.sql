-- A puzzle is asked of a name from an address, not of everybody behind it. What was asked before ran an hour at most.
drop table captcha_marks;
create table captcha_marks (
  remote_addr text not null,
  username text not null,
  failures smallint not null check (failures > 0),
  date_expired timestamptz not null,
  primary key (remote_addr, username)
);
create index captcha_marks_expired on captcha_marks (date_expired);
