-- In which language people are written to: the one they last used the console in.
alter table users add column language text check (language in ('en', 'zh', 'ja'));
-- How they want to be written to, by names of the contract.
alter table users add column receive_backends text[] not null default '{site_msg,email}';

-- Who is told what happens to the installation. A type without a row is as its declaration says.
create table system_message_subscriptions (
  message_type text primary key,
  user_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  receive_backends text[] not null default '{}',
  date_updated timestamptz not null default now()
);
