-- Puzzles that were answered: each can be answered once, on whichever node. The puzzle itself is sealed into its key.
create table captcha_uses (
  key_hash bytea primary key,
  date_expired timestamptz not null
);
create index captcha_uses_expired on captcha_uses (date_expired);

-- Addresses from which a sign-in failed lately: the next one there asks for a puzzle.
create table captcha_marks (
  remote_addr text primary key,
  date_expired timestamptz not null
);
create index captcha_marks_expired on captcha_marks (date_expired);

-- Links that set a password. They hold for the mail address and the password they were made for, and once.
create table password_reset_tokens (
  hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  date_password timestamptz,
  date_expired timestamptz not null
);
create index password_reset_tokens_user on password_reset_tokens (user_id);
create index password_reset_tokens_expired on password_reset_tokens (date_expired);
