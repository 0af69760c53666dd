-- The names of an organization's members, by which logs of sign-ins are narrowed and counted: with many members their
-- rows, which are wide, were read one after the other only for this.
create index users_names on users (id) include (username);
