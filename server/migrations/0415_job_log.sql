-- The job log: newest first, in an organization and over all of them.
create index task_executions_started on task_executions (date_start desc nulls last, id);
create index task_executions_org_started on task_executions (org_id, date_start desc nulls last, id);
create index task_executions_moment on task_executions ((coalesce(date_start, date_published)), org_id);

-- An execution counts when it began, as the list of them is narrowed; until then, when it was asked for.
drop trigger note_activity_job on task_executions;
drop trigger note_changed_activity_job on task_executions;
drop trigger note_activity_failed_job on task_executions;
drop trigger note_changed_activity_failed_job on task_executions;
drop function note_activity_job();
drop function note_activity_failed_job();

select
  track_activity('task_executions', 'job', 'coalesce(r.org_id, ''00000000-0000-0000-0000-000000000000'')',
    'coalesce(r.date_start, r.date_published)', '''''', '{org_id,date_start,date_published}'),
  track_activity('task_executions', 'failed_job', 'coalesce(r.org_id, ''00000000-0000-0000-0000-000000000000'')',
    'coalesce(r.date_start, r.date_published)', '''''', '{org_id,date_start,date_published,state}',
    'r.state = ''FAILURE''');

-- What was counted by the other moment is counted anew: as changes, which the next run adds up.
delete from activity_totals where measure in ('job', 'failed_job');
delete from activity_changes where measure in ('job', 'failed_job');
insert into activity_changes (measure, org_id, moment, subject, difference)
select measure, coalesce(org_id, '00000000-0000-0000-0000-000000000000'),
  quarter_of(coalesce(date_start, date_published)), '', count(*)
from task_executions, unnest('{job,failed_job}'::text[]) measure
where measure = 'job' or state = 'FAILURE'
group by 1, 2, 3;

-- The runs enter the chain of evidence: as they were asked for, began and ended.
create function evidence_content(r task_executions) returns text language sql stable as $$
  select jsonb_build_object('kind', 'job', 'id', r.id, 'org_id', r.org_id, 'user_id', r.user_id, 'user', r."user",
    'task_id', r.task_id, 'kwargs', r.kwargs, 'state', r.state, 'reason', r.reason,
    'date_published', evidence_time(r.date_published), 'date_start', evidence_time(r.date_start),
    'date_finished', evidence_time(r.date_finished))::text
$$;
create trigger note_evidence after insert or update or delete on task_executions
  for each row execute function note_evidence('job');

create or replace function evidence_source(kind text) returns text language sql immutable
return case kind when 'session' then 'select r.id, evidence_content(r) as content from sessions r'
  when 'command' then 'select r.id, evidence_content(r) as content from commands r'
  when 'file' then 'select r.id, evidence_content(r) as content from ftp_logs r'
  when 'event' then 'select r.id, evidence_content(r) as content from session_events r'
  when 'grounds' then 'select r.id, evidence_content(r) as content from session_grounds r'
  when 'hold' then 'select r.id, evidence_content(r) as content from session_holds r'
  when 'operation' then 'select r.id, evidence_content(r) as content from operate_logs r'
  when 'activity' then 'select r.id, evidence_content(r) as content from activity_logs r'
  when 'sign_in' then 'select r.id, evidence_content(r) as content from login_logs r'
  when 'password_change' then 'select r.id, evidence_content(r) as content from password_change_logs r'
  when 'refusal' then 'select r.id, evidence_content(r) as content from refusals r'
  when 'job' then 'select r.id, evidence_content(r) as content from task_executions r'
  when 'approval' then 'select r.id, evidence_content(r) as content from tickets r'
  when 'approval_step' then
    'select evidence_step_id(r.ticket_id, r.level) as id, evidence_content(r) as content from ticket_steps r' end;

insert into evidence_pending (kind, action, object_id, content_hash)
select 'job', 'kept', id, evidence_hash(evidence_content(r)) from task_executions r order by date_published;
