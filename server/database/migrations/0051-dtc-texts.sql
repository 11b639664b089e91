-- Descriptions of trouble codes that the operator imports. An empty manufacturer is every car.
create table dtc_texts (
  code text not null check (code ~ '^[0-9A-Z]{2,6}$'),
  manufacturer text not null,
  language text not null,
  description text not null check (length(description) between 1 and 200),
  primary key (code, manufacturer, language)
);
