-- Row trigger: what was paid stays as it is.
create or replace function partners.keep_paid() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A statement of its month names it, and changes nothing of it.
  if old.state = 'paid' and to_jsonb(new) - 'statement_id' <> to_jsonb(old) - 'statement_id' then
    raise exception 'the commission is paid' using errcode = 'QS454';
  end if;
  return new;
end $$;

-- @throws QS404, QS454 where it is paid already
create or replace function partners.pay_commission(commission uuid, paid_day date, remark text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := partners.managed();
  former partners.commissions;
begin
  select c.* into former from partners.commissions c where c.id = commission and c.tenant_id = home for update;
  if former.id is null then
    raise exception 'there is no such commission' using errcode = 'QS404';
  end if;
  if former.state <> 'open' then
    raise exception 'the commission is paid' using errcode = 'QS454';
  end if;
  if paid_day < former.earned_on or paid_day > partners.today() + 1 then
    raise exception 'it is paid after it was earned, and not in the future' using errcode = 'check_violation';
  end if;
  update partners.commissions c set state = 'paid', paid_on = paid_day, paid_note = remark where c.id = former.id;
end $$;
grant execute on function partners.pay_commission(uuid,date,text) to authenticated;

-- A statement of a month that has ended, with the next number of the year in which it is issued. There is one of a month.
-- @throws QS404, QS458 for a month that has not ended or in which nothing was earned
create or replace function partners.issue_statement(partner uuid, first_day date) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of partners.partners := partners.require_partner(partner, null);
  year_of  integer := extract(year from partners.today());
  added    uuid;
  taken    integer;
begin
  perform partners.take_turn(owner_of.tenant_id);
  select s.id into added from partners.statements s
  where s.tenant_id = owner_of.tenant_id and s.partner_id = owner_of.id and s.month = first_day;
  if added is not null then
    return added;
  end if;
  if first_day >= date_trunc('month', partners.today())::date or not exists (
    select from partners.commissions c
    where c.tenant_id = owner_of.tenant_id and c.partner_id = owner_of.id and c.statement_id is null
      and c.earned_on >= first_day and c.earned_on < (first_day + interval '1 month')::date) then
    raise exception 'nothing was earned in that month, or it has not ended' using errcode = 'QS458';
  end if;
  insert into partners.statement_numbers as n (tenant_id, year, last_number) values (owner_of.tenant_id, year_of, 1)
  on conflict (tenant_id, year) do update set last_number = n.last_number + 1
  returning n.last_number into taken;
  insert into partners.statements (tenant_id, partner_id, month, year, number, payer, payee)
  values (owner_of.tenant_id, owner_of.id, first_day, year_of, taken,
          coalesce((select s.seller from sales.settings s where s.tenant_id = owner_of.tenant_id), ''),
          concat_ws(E'\n', owner_of.company, nullif(owner_of.contact_name, '')))
  returning id into added;
  update partners.commissions c set statement_id = added
  where c.tenant_id = owner_of.tenant_id and c.partner_id = owner_of.id and c.statement_id is null
    and c.earned_on >= first_day and c.earned_on < (first_day + interval '1 month')::date;
  return added;
end $$;
grant execute on function partners.issue_statement(uuid,date) to authenticated;
