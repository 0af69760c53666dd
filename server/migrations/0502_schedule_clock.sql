-- What is scheduled is looked at by a clock in each worker, no more by a job that queues itself every five seconds.
do $$
begin
  if to_regprocedure('graphile_worker.remove_job(text)') is not null then
    perform graphile_worker.remove_job('schedule:tasks.publish-due');
  end if;
end
$$;
