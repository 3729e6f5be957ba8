-- Where strong customer authentication and the verification of contacts are asked of a customer: the
-- 30 countries of the European Economic Area, by the customer's region. Great Britain, Switzerland and
-- overseas territories are outside. An operator who needs another list changes the rows.
create table sca_regions (
  country text primary key check (country ~ '^[A-Z]{2}$')
);
insert into sca_regions (country)
select unnest(string_to_array(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK', ' '));
