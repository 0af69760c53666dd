-- Messages that leave by mail or by a chat platform: to whom, how often they were tried, and what was answered.
create table message_deliveries (
  id uuid primary key default gen_random_uuid(),
  backend text not null check (length(backend) between 1 and 64),
  receiver text not null default '',
  address text not null,
  subject text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  answer text not null default '',
  -- What is sent again: kept of a message that failed, unless it was good for a short time only.
  message_sealed text,
  date_created timestamptz not null default now(),
  date_tried timestamptz,
  check (message_sealed is null or state = 'failed')
);
create index message_deliveries_date on message_deliveries (date_created desc nulls last, id);
