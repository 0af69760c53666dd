-- Usernames and addresses that read the same are the same person's: large and small letters, full and half width.
-- Where an installation holds several of one, the first keeps it: `admin`, then who signed in last, then the oldest.
-- The others go on under another name until an administrator gives them one; what was there stands in their comment.
create function next_free_username(taken text) returns text language plpgsql as $$
declare
  candidate text;
begin
  for number in 2 .. 1000000 loop
    candidate := left(taken, 120) || '-' || number;
    if not exists (select 1 from users u where lower(normalize(u.username, NFKC)) = lower(normalize(candidate, NFKC))) then
      return candidate;
    end if;
  end loop;
end
$$;

do $$
declare
  double record;
  kept text;
begin
  for double in
    select id, username, first from (
      select id, username,
        first_value(username) over same as first,
        row_number() over same as place
      from users
      window same as (
        partition by lower(normalize(username, NFKC))
        order by username <> 'admin', last_login desc nulls last, date_joined, id
      )
    ) ranked where place > 1 order by username, id
  loop
    kept := next_free_username(double.username);
    update users set username = kept,
      comment = concat_ws(E'\n', nullif(comment, ''),
        format('Username until the upgrade: %s. It reads the same as %s, so it was changed to %s.',
          double.username, double.first, kept))
    where id = double.id;
    raise warning 'User % reads the same as % and is called % now.', double.username, double.first, kept;
  end loop;

  -- No message may go to an address that is somebody else's: addresses below .invalid reach nobody.
  for double in
    select id, email, first from (
      select id, email, first_value(email) over same as first, row_number() over same as place
      from users
      window same as (
        partition by lower(normalize(email, NFKC))
        order by username <> 'admin', last_login desc nulls last, date_joined, id
      )
    ) ranked where place > 1 order by email, id
  loop
    kept := double.id || '@duplicate.invalid';
    update users set email = kept,
      comment = concat_ws(E'\n', nullif(comment, ''),
        format('Address until the upgrade: %s. It is the same as %s, so mail does not reach this user.',
          double.email, double.first))
    where id = double.id;
    raise warning 'The address % is the same as %; its user has none now.', double.email, double.first;
  end loop;
end
$$;
drop function next_free_username(text);

-- The exact constraints stay; they serve the look-ups.
create unique index users_username_folded_key on users (lower(normalize(username, NFKC)));
create unique index users_email_folded_key on users (lower(normalize(email, NFKC)));

-- The password of exported files; sealed.
alter table users add column file_secret_sealed text;
