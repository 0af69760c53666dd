-- A change of settings counts from the next request on, on every node: requests compare this version.
create trigger bump_version after insert or update or delete on settings
  for each statement execute function bump_access_version();
