-- Which kinds of forwarded connections a permission lets people open on its assets; none unless they are granted.
alter table asset_permissions add column forwarding text[] not null default '{}'
  check (forwarding <@ array['local', 'remote', 'jump']);
