-- Column and codes say "runner", the field's word for the process that works on targets.
alter table task_executions rename column cells to runners;
update task_executions set reason = 'no_runners' where reason = 'no_cells';
