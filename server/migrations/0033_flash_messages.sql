-- Messages shown once by the message page, for a minute after what they tell of.

create table flash_messages (
  code uuid primary key default gen_random_uuid(),
  message jsonb not null,
  date_expired timestamptz not null
);
create index flash_messages_expired on flash_messages (date_expired);
