-- Registers a customer for a partner. Another partner may have the same one open: who manages partners decides between them.
-- What is sent a second time with the same id is there already.
-- @throws QS453 where this partner has it open, QS457 for a partner that is paused or has ended
create or replace function partners.register(home uuid, partner uuid, chosen uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  given partners.registrations := jsonb_populate_record(null::partners.registrations, fields);
begin
  perform partners.take_turn(home);
  if exists (select from partners.registrations r where r.id = chosen and r.tenant_id = home and r.partner_id = partner) then
    return chosen;
  end if;
  if not exists (select from partners.partners p where p.id = partner and p.tenant_id = home and p.state = 'active') then
    raise exception 'the partner is paused or has ended' using errcode = 'QS457';
  end if;
  if exists (select from partners.registrations r
             where r.tenant_id = home and r.partner_id = partner and r.domain = given.domain
               and r.state in ('registered', 'approved') and r.expires_on >= partners.today()) then
    raise exception 'this partner has registered that customer already' using errcode = 'QS453';
  end if;
  insert into partners.registrations (id, tenant_id, partner_id, company, domain, amount_minor, currency, expected_on, expires_on)
  values (chosen, home, partner, given.company, given.domain, given.amount_minor, partners.currency_of(home), given.expected_on,
          partners.today() + 90)
  on conflict do nothing;
  if not found then
    raise exception 'this id belongs to something else' using errcode = 'check_violation';
  end if;
  return chosen;
end $$;

create or replace function partners.add_registration(partner uuid, chosen uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of partners.partners := partners.require_partner(partner, null);
begin
  return partners.register(owner_of.tenant_id, owner_of.id, chosen, fields);
end $$;
grant execute on function partners.add_registration(uuid,uuid,jsonb) to authenticated;

-- By the partner itself.
create or replace function partners.add_own_registration(chosen uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  partner uuid := partners.own();
begin
  if partner is null then
    raise exception 'no partner is linked with this account' using errcode = 'insufficient_privilege';
  end if;
  return partners.register(authz.home(), partner, chosen, fields);
end $$;
grant execute on function partners.add_own_registration(uuid,jsonb) to authenticated;

-- Approved or declined, then won or lost. What is won makes a commission, by the rate of the day on which it was approved.
-- @param price what the customer pays, for `won` alone
-- @throws QS404, QS450, QS454 where it has ended or expired or is not that far, QS455 where another partner has the customer
create or replace function partners.decide_registration(registration uuid, outcome text, price bigint, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := partners.managed();
  today  date := partners.today();
  former partners.registrations;
begin
  perform partners.take_turn(home);
  select r.* into former from partners.registrations r where r.id = registration and r.tenant_id = home for update;
  if former.id is null then
    raise exception 'there is no such registration' using errcode = 'QS404';
  end if;
  if former.version <> known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS450';
  end if;
  if former.expires_on < today
     or not coalesce(former.state = any (case outcome when 'approved' then array['registered'] when 'declined' then array['registered', 'approved']
                                         when 'won' then array['approved'] when 'lost' then array['approved'] end), false) then
    raise exception 'the registration is in another state by now' using errcode = 'QS454';
  end if;
  if (outcome = 'won') <> (price is not null) then
    raise exception 'what is won has an amount, and nothing else has' using errcode = 'check_violation';
  end if;
  if outcome = 'approved' and exists (
    select from partners.registrations r
    where r.tenant_id = home and r.domain = former.domain and r.id <> former.id and r.state = 'approved' and r.expires_on >= today) then
    raise exception 'another partner has this customer' using errcode = 'QS455';
  end if;
  update partners.registrations r
  set state = outcome, version = r.version + 1, decided_at = clock_timestamp(),
      amount_minor = coalesce(price, r.amount_minor),
      expires_on = case outcome when 'approved' then today + 90 else r.expires_on end,
      basis_points = case outcome
        when 'approved' then (select t.basis_points from partners.partners p join partners.tiers t on t.tenant_id = p.tenant_id and t.id = p.tier_id
                              where p.id = r.partner_id)
        else r.basis_points end
  where r.id = former.id;
  if outcome = 'won' then
    insert into partners.commissions (tenant_id, partner_id, registration_id, company, won_minor, basis_points, amount_minor, currency, earned_on)
    values (home, former.partner_id, former.id, former.company, price, former.basis_points,
            partners.commission_of(price, former.basis_points), former.currency, today);
  end if;
  return former.version + 1;
end $$;
grant execute on function partners.decide_registration(uuid,text,bigint,integer) to authenticated;
