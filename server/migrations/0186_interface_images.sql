-- Pictures that stand in place of the product's own. Few and small; every node serves them.
create table interface_images (
  name text primary key check (name in ('logo_index', 'logo_logout', 'favicon', 'login_image')),
  content_type text not null,
  -- The beginning of the SHA-256 of the bytes: another picture has another address.
  digest text not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576)
);
