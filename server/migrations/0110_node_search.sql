-- Names of nodes are looked for in any part of them.
create index nodes_value_trgm on nodes using gin (lower(value) gin_trgm_ops);
