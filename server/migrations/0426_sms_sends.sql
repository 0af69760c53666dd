-- Text messages that were sent, to count them: each costs money, and each is a code somebody may be flooded with.
create table sms_sends (
  id bigint generated always as identity primary key,
  -- HMAC of the number: no list of numbers is kept.
  number_hash bytea not null check (length(number_hash) = 32),
  user_id uuid,
  -- Empty where nobody asked from anywhere.
  remote_address text not null,
  date_sent timestamptz not null default now()
);
create index sms_sends_number on sms_sends (number_hash, date_sent);
create index sms_sends_user on sms_sends (user_id, date_sent);
create index sms_sends_address on sms_sends (remote_address, date_sent);
create index sms_sends_date on sms_sends (date_sent);

-- A forgotten password is asked for by mail or by text message.
alter table recovery_requests
  -- The number the last code was asked for, as users have it.
  add column phone text,
  add constraint recovery_requests_one_target check (email is null or phone is null);
create index recovery_requests_phone on recovery_requests (username, phone, date_created) where phone is not null;
