-- Messages to people inside the console.

create table site_messages (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (length(subject) between 1 and 1024),
  -- HTML, sanitised before it is stored.
  message text not null check (length(message) <= 131072),
  -- A name as it was: a message outlives its sender.
  sender text not null default '',
  is_broadcast boolean not null default false,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now()
);

create table site_message_users (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references site_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  has_read boolean not null default false,
  read_at timestamptz,
  date_created timestamptz not null default now(),
  constraint site_message_users_message_key unique (message_id, user_id),
  check (has_read = (read_at is not null))
);
create index site_message_users_user on site_message_users (user_id, date_created desc, id);
create index site_message_users_unread on site_message_users (user_id) where not has_read;
