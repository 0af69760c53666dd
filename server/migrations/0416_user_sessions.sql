-- Who is signed in, and from where: sessions have an id that can be shown, and know where they were begun.
alter table http_sessions
  add column id uuid not null default gen_random_uuid(),
  add column remote_addr text not null default '',
  add column user_agent text not null default '',
  add constraint http_sessions_id_key unique (id);
create index http_sessions_touched on http_sessions (date_touched desc nulls last, id) where user_id is not null;
