create table roles (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 128),
  scope text not null check (scope in ('system', 'org')),
  builtin boolean not null default false,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint roles_name_key unique (scope, name),
  unique (id, scope)
);
create trigger access_changed after insert or update or delete on roles
  for each statement execute function bump_access_version();

-- Codes of the catalogue. The administrator roles have none: they mean every code of their scope.
create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  code text not null check (code ~ '^[a-z_]+\.[a-z_]+$'),
  primary key (role_id, code)
);
create trigger access_changed after insert or update or delete on role_permissions
  for each statement execute function bump_access_version();

create table role_bindings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  role_id uuid not null,
  scope text not null,
  org_id uuid references organizations (id),
  date_created timestamptz not null default now(),
  -- A binding has the scope of its role, and an organization exactly when that is `org`.
  constraint role_bindings_role_id_fkey foreign key (role_id, scope) references roles (id, scope),
  check ((scope = 'system') = (org_id is null)),
  constraint role_bindings_role_key unique nulls not distinct (user_id, role_id, org_id)
);
create index role_bindings_role on role_bindings (role_id);
create index role_bindings_org on role_bindings (org_id, user_id) where org_id is not null;
create trigger access_changed after insert or update or delete on role_bindings
  for each statement execute function bump_access_version();
