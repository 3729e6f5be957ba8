-- An invitation as the API and its event show it. A platform that neither made nor claimed it does
-- not see who claimed it.
create or replace function invitation_row(i invitations, p_viewer uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('code', i.code, 'url', i.url, 'first_name', i.first_name,
    'amount_to_send', i.amount_to_send, 'currency', i.currency, 'inviter_uma', a.uma_address,
    'invitee_uma', case when p_viewer in (a.platform_id, b.platform_id) then b.uma_address end,
    'status', case when i.status <> 'PENDING' then i.status when a.is_deleted then 'CANCELLED'
      when i.expires_at <= service_now() then 'EXPIRED' else 'PENDING' end,
    'expires_at', i.expires_at, 'claimed_at', i.claimed_at, 'created_at', i.created_at)
  from customers a left join customers b on b.id = i.invitee_id where a.id = i.inviter_id;
$$;

-- The invitation of a code in the environment of the platform that asks; null: there is none.
create or replace function find_invitation(p_platform uuid, p_code text) returns jsonb language sql stable as $$
  select invitation_row(i, p.id) from invitations i join platforms p on p.environment = i.environment
  where i.code = p_code and p.id = p_platform;
$$;

-- An active customer of a platform by UMA address, and not deleted before this transaction ends.
create or replace function lock_active_customer(p_platform uuid, p_uma text) returns uuid language sql as $$
  select id from customers where platform_id = p_platform and lower(uma_address) = lower(p_uma) and not is_deleted
  for share;
$$;

-- Creates an invitation. A refusal names the fields that are wrong in `problems`.
create or replace function create_invitation(p jsonb) returns jsonb language plpgsql as $$
declare
  v_platform platforms;
  v_inviter uuid;
  v_currency text;
  v_problems text[];
  i invitations;
begin
  select * into v_platform from platforms where id = (p ->> 'platformId')::uuid;
  if v_platform.invitation_url is null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'INVITATIONS_NOT_CONFIGURED');
  end if;
  v_inviter := lock_active_customer(v_platform.id, p ->> 'inviterUma');
  if v_inviter is null then v_problems := v_problems || 'inviterUma'::text; end if;
  if (p ->> 'expiresAt')::timestamptz <= service_now() then v_problems := v_problems || 'expiresAt'::text; end if;
  if p ->> 'amountToSend' is not null and v_inviter is not null then
    -- What the customer pays from: the wallet, or else the oldest account.
    select currency into v_currency from internal_accounts where customer_id = v_inviter
    order by (type = 'EMBEDDED_WALLET') desc, created_at, id limit 1;
    if v_currency is null then v_problems := v_problems || 'amountToSend'::text; end if;
  end if;
  if v_problems is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'INVALID_INPUT', 'problems', v_problems);
  end if;
  insert into invitations (id, code, platform_id, environment, inviter_id, url, first_name, amount_to_send,
    currency, expires_at)
  values (gen_random_uuid(), p ->> 'code', v_platform.id, v_platform.environment, v_inviter,
    rtrim(v_platform.invitation_url, '/') || '/' || (p ->> 'code'), p ->> 'firstName',
    (p ->> 'amountToSend')::bigint, v_currency, (p ->> 'expiresAt')::timestamptz)
  returning * into i;
  return jsonb_build_object('outcome', 'COMMITTED', 'invitation', invitation_row(i, v_platform.id));
end $$;

-- Why an invitation that ended can't be claimed or cancelled; null: it has not ended.
create or replace function invitation_end(i invitations) returns jsonb language sql stable as $$
  select case invitation_row(i, null) ->> 'status'
    when 'CLAIMED' then jsonb_build_object('outcome', 'REFUSED', 'code', 'INVITATION_ALREADY_CLAIMED')
    when 'CANCELLED' then jsonb_build_object('outcome', 'REFUSED', 'code', 'INVITATION_CANCELLED')
    when 'EXPIRED' then jsonb_build_object('outcome', 'REFUSED', 'code', 'INVALID_INPUT', 'problems', array['invitationCode'])
  end;
$$;

-- Claims an invitation for a customer of the platform that asks, once, and sends an event to the inviter's.
create or replace function claim_invitation(p_platform uuid, p_code text, p_invitee_uma text) returns jsonb
language plpgsql as $$
declare
  i invitations;
  v_invitee uuid := lock_active_customer(p_platform, p_invitee_uma);
begin
  select n.* into i from invitations n join platforms p on p.environment = n.environment
  where n.code = p_code and p.id = p_platform for no key update of n;
  if not found then return jsonb_build_object('outcome', 'REFUSED', 'code', 'INVITATION_NOT_FOUND'); end if;
  if invitation_end(i) is not null then return invitation_end(i); end if;
  if v_invitee is null or v_invitee = i.inviter_id then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'INVALID_INPUT', 'problems', array['inviteeUma']);
  end if;
  update invitations set status = 'CLAIMED', invitee_id = v_invitee, claimed_at = service_now()
  where id = i.id returning * into i;
  perform emit_event(i.platform_id, 'INVITATION.CLAIMED', 'Invitation:' || i.code, invitation_row(i, i.platform_id));
  return jsonb_build_object('outcome', 'COMMITTED', 'invitation', invitation_row(i, p_platform));
end $$;

-- Cancels an invitation for the platform that made it.
create or replace function cancel_invitation(p_platform uuid, p_code text) returns jsonb language plpgsql as $$
declare
  i invitations;
begin
  select n.* into i from invitations n join platforms p on p.environment = n.environment
  where n.code = p_code and p.id = p_platform for no key update of n;
  if not found then return jsonb_build_object('outcome', 'REFUSED', 'code', 'INVITATION_NOT_FOUND'); end if;
  if i.platform_id <> p_platform then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'FORBIDDEN', 'reason', 'Another platform made this invitation.');
  end if;
  if invitation_end(i) is not null then return invitation_end(i); end if;
  update invitations set status = 'CANCELLED', cancelled_at = service_now() where id = i.id returning * into i;
  return jsonb_build_object('outcome', 'COMMITTED', 'invitation', invitation_row(i, p_platform));
end $$;
