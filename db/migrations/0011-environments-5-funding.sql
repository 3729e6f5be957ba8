-- A funding reference is known to the rail of one environment.
create unique index concurrently payments_funding on payments (environment, funding_reference) where funding_reference is not null;
