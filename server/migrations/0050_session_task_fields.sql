-- What a task tells of itself beside its work, as other objects do.
alter table session_tasks
  add column updated_by text,
  add column comment text not null default '',
  add column date_updated timestamptz generated always as (coalesce(date_finished, date_created)) stored;
