-- Addresses as filters compare them: networks and ranges are compared as what they are. Null for a name.
create function address_of(value text) returns inet language plpgsql immutable strict as $$
begin
  if value ~ '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}$' then
    return value::inet;
  end if;
  if value ~ '^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$' then
    begin
      return value::inet;
    exception when invalid_text_representation then
      return null;
    end;
  end if;
  return null;
end $$;
alter table assets add column address_inet inet generated always as (address_of(address)) stored;

-- Lists order by `desc nulls last`, which an index in the order `desc` does not serve, even of a column without nulls.
drop index operate_logs_org_time, operate_logs_time, operate_logs_resource, operate_logs_user, activity_logs_resource;
create index operate_logs_org_time on operate_logs (org_id, datetime desc nulls last, id);
create index operate_logs_time on operate_logs (datetime desc nulls last, id);
create index operate_logs_resource on operate_logs (resource_id, datetime desc nulls last);
create index operate_logs_user on operate_logs (user_id, datetime desc nulls last) where user_id is not null;
create index activity_logs_resource on activity_logs (resource_id, datetime desc nulls last);

drop index login_logs_time, login_logs_username, password_change_logs_time;
create index login_logs_time on login_logs (datetime desc nulls last, username, id);
create index login_logs_username on login_logs (username, datetime desc nulls last);
create index password_change_logs_time on password_change_logs (datetime desc nulls last, id);

drop index ftp_logs_org_start, ftp_logs_start;
create index ftp_logs_org_start on ftp_logs (org_id, date_start desc nulls last, id);
create index ftp_logs_start on ftp_logs (date_start desc nulls last, id);

drop index sessions_user, sessions_asset, sessions_account, sessions_unfinished_org;
create index sessions_user on sessions (user_id, date_start desc nulls last, id);
create index sessions_asset on sessions (asset_id, date_start desc nulls last, id);
create index sessions_account on sessions (account_id, date_start desc nulls last, id);
create index sessions_unfinished_org on sessions (org_id, date_start desc nulls last, id) where not is_finished;

drop index task_executions_task, task_executions_org, task_executions_user, task_executions_published;
create index task_executions_task on task_executions (task_id, date_published desc nulls last, id);
create index task_executions_org on task_executions (org_id, date_published desc nulls last, id);
create index task_executions_user on task_executions (user_id, date_published desc nulls last)
  where user_id is not null;
create index task_executions_published on task_executions (date_published desc nulls last, id);

drop index tickets_created, tickets_applicant, tickets_state;
create index tickets_created on tickets (date_created desc nulls last, id);
create index tickets_applicant on tickets (applicant_id, date_created desc nulls last, id);
create index tickets_state on tickets (state, date_created desc nulls last, id);

drop index site_message_users_user, access_keys_user, temporary_tokens_user, connection_tokens_user;
create index site_message_users_user on site_message_users (user_id, date_created desc nulls last, id);
create index access_keys_user on access_keys (user_id, date_created desc nulls last, id);
create index temporary_tokens_user on temporary_tokens (user_id, date_created desc nulls last, id);
create index connection_tokens_user on connection_tokens (user_id, date_expired desc nulls last, id);
