-- Begins to send a cardholder the code of one of the issuer's events. SEND: this process does, until its claim runs
-- out. BUSY: another one does. SENT: it has been sent. UNKNOWN_CARD, CARD_CLOSED: it is not sent.
create or replace function begin_card_code(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  pf platforms;
  v card_codes;
begin
  select * into c from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken';
  if c.id is null then return jsonb_build_object('outcome', 'UNKNOWN_CARD'); end if;
  if c.state = 'CLOSED' then return jsonb_build_object('outcome', 'CARD_CLOSED'); end if;
  insert into card_codes (environment, event_token, card_id, claimed_until)
  values (c.environment, p ->> 'eventToken', c.id, clock_timestamp() + interval '15 seconds')
  on conflict (environment, event_token) do update set claimed_until = excluded.claimed_until
    where card_codes.sent_at is null and card_codes.claimed_until <= clock_timestamp()
  returning * into v;
  if v.card_id is null then
    return jsonb_build_object('outcome', case when exists (select 1 from card_codes
      where environment = c.environment and event_token = p ->> 'eventToken' and sent_at is not null) then 'SENT' else 'BUSY' end);
  end if;
  select * into pf from platforms where id = c.platform_id;
  return jsonb_build_object('outcome', 'SEND', 'platformId', pf.id, 'last4', c.last4,
    'appName', coalesce(pf.embedded_wallet_config ->> 'appName', pf.name),
    'branding', coalesce(pf.card_tokenization_config, '{}'));
end $$;

-- The message was taken; or it was not, and the issuer's next delivery sends it.
create or replace function end_card_code(p_environment text, p_event text, p_sent boolean) returns void language sql as $$
  update card_codes set sent_at = case when p_sent then service_now() end, claimed_until = clock_timestamp()
  where environment = p_environment and event_token = p_event and sent_at is null;
$$;
