-- What one person is sent and may get wrong within an hour. A person is a customer, and the address that a message goes
-- to, of which a platform may have many customers. No login, reset or unlock clears these counts.

-- MESSAGE: messages with a code. GUESS: wrong proofs that were judged.
create or replace function person_bound(p_kind text) returns integer language sql immutable as $$
  select case p_kind when 'MESSAGE' then 30 when 'GUESS' then 20 end;
$$;

create or replace function person_key(p_person text) returns bytea language sql immutable as $$
  select sha256(convert_to(p_person, 'UTF8'));
$$;

create or replace function customer_key(p_customer uuid) returns bytea language sql immutable as $$
  select person_key('Customer:' || p_customer);
$$;

-- When one more is allowed; null: now.
create or replace function person_free_at(p_kind text, p_person bytea) returns timestamptz language sql volatile as $$
  select one_at + interval '1 hour' from person_counts c, unnest(c.counted_at) one_at
  where c.kind = p_kind and c.person = p_person and one_at > service_now() - interval '1 hour'
  order by one_at desc offset person_bound(p_kind) - 1 limit 1;
$$;

-- Counts one more, and forgets those of more than an hour ago.
create or replace function count_person(p_kind text, p_person bytea) returns void language sql as $$
  insert into person_counts as c (kind, person, counted_at) values (p_kind, p_person, array[service_now()])
  on conflict (kind, person) do update set updated_at = service_now(), counted_at = array(select one_at
    from unnest(c.counted_at) one_at where one_at > service_now() - interval '1 hour') || service_now();
$$;

-- The persons that a message is sent to, in the order in which their counts are locked.
create or replace function receivers_of(p_customer uuid, p_recipient text) returns bytea[] language sql stable as $$
  select array_agg(distinct k order by k) from (values (customer_key(p_customer)), ((select
    person_key(platform_id || ' ' || lower(p_recipient)) from customers where id = p_customer))) x(k) where k is not null;
$$;

-- When a customer may be sent one more message; null: now, and no other message is counted until the transaction ends.
create or replace function message_free_at(p_customer uuid, p_recipient text) returns timestamptz language plpgsql as $$
declare v_receivers bytea[] := receivers_of(p_customer, p_recipient);
begin
  insert into person_counts (kind, person) select 'MESSAGE', k from unnest(v_receivers) k on conflict do nothing;
  perform 1 from person_counts where kind = 'MESSAGE' and person = any (v_receivers) order by person for update;
  return (select max(person_free_at('MESSAGE', k)) from unnest(v_receivers) k);
end $$;

create or replace function count_message(p_customer uuid, p_recipient text) returns void language sql as $$
  select count_person('MESSAGE', k) from unnest(receivers_of(p_customer, p_recipient)) k;
$$;
