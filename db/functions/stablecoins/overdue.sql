-- When an operation has been open for twice as long as its rail takes, which begins with its transfer. What waits for
-- money is in time until its expiry. Banks that are closed for a weekend are counted in.
create or replace function stablecoin_overdue_at(o stablecoin_operations) returns timestamptz language sql stable as $$
  select case
    when o.status = 'CREATED' then o.created_at + interval '1 hour'
    else greatest(case when o.source_type = 'WIRE' then o.expires_at
        when o.source_type = 'EXTERNAL_ACCOUNT' then coalesce(o.transfer_begun_at, o.expires_at) end, o.created_at)
      + 2 * case coalesce(o.rail, o.source_type) when 'RTP_CREDIT' then interval '1 hour'
        when 'WIRE' then interval '2 days' when 'SAME_DAY_ACH_CREDIT' then interval '2 days' else interval '5 days' end
  end;
$$;

create or replace function count_overdue_stablecoin_operations() returns bigint language sql stable as $$
  select count(*) from stablecoin_operations o
  where o.status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING') and stablecoin_overdue_at(o) < service_now();
$$;
