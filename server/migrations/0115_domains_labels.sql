-- Lists of domains and labels tell what is in them by name: the index alone answers which assets are in a domain.
create index assets_domain_name on assets (domain_id, name) include (id, platform_id) where domain_id is not null;
drop index assets_domain;
