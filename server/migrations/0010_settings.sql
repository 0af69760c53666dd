-- Settings an administrator changed; everything else is at the default of the catalogue.
create table settings (
  key text primary key check (key ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  -- Plain values are JSON; secret ones are sealed and `value` stays null.
  value jsonb,
  sealed text,
  updated_by text,
  date_updated timestamptz not null default now(),
  check ((value is null) <> (sealed is null))
);

create function announce_settings_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings.changed', 'null');
  return null;
end $$;
create trigger announce_change after insert or update or delete on settings
  for each statement execute function announce_settings_change();
