-- Collectors of OpenTelemetry are receivers of events too; who may send to them is said in headers, kept sealed.
alter table event_receivers drop constraint event_receivers_type_check;
alter table event_receivers
  add constraint event_receivers_type_check check (type in ('webhook', 'syslog', 'otlp', 'slack', 'teams')),
  add column headers_sealed text;
