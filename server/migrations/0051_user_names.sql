-- Usernames and addresses that read the same are the same person's: large and small letters, full and half width.
-- The exact constraints stay; they serve the look-ups.
create unique index users_username_folded_key on users (lower(normalize(username, NFKC)));
create unique index users_email_folded_key on users (lower(normalize(email, NFKC)));

-- The password of exported files; sealed.
alter table users add column file_secret_sealed text;
