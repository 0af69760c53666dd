-- Sign-ins belong to no organization; those of its members are counted by person. Their days are kept here as well: a month
-- of ten thousand people is three hundred thousand rows of activity_totals and thirty here.
create table activity_member_days (
  measure text not null,
  org_id uuid not null,
  bucket timestamptz not null,
  total bigint not null,
  primary key (measure, org_id, bucket) include (total)
);

-- Organizations whose members are others since their days were counted: until they are counted anew, by person.
create table activity_member_changes (org_id uuid not null);
create index activity_member_changes_org on activity_member_changes (org_id);
insert into activity_member_changes select id from organizations;

create function note_changed_members() returns trigger language plpgsql as $$
begin
  insert into activity_member_changes select distinct org_id from changed where org_id is not null;
  return null;
end $$;
create trigger members_added after insert on role_bindings referencing new table as changed
  for each statement execute function note_changed_members();
create trigger members_removed after delete on role_bindings referencing old table as changed
  for each statement execute function note_changed_members();
create trigger members_changed_before after update on role_bindings referencing old table as changed
  for each statement execute function note_changed_members();
create trigger members_changed_after after update on role_bindings referencing new table as changed
  for each statement execute function note_changed_members();

create function note_renamed_member() returns trigger language plpgsql as $$
begin
  insert into activity_member_changes
    select distinct org_id from role_bindings where user_id = new.id and org_id is not null;
  return null;
end $$;
create trigger member_renamed after update of username on users
  for each row when (old.username is distinct from new.username) execute function note_renamed_member();
