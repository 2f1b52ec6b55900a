import { json } from './broken-front.ts'
import { type Faults, stage } from './fault-stage.ts'

/** Plans, orders, webhooks and limits. */
export const PAYMENT_FAULTS: Faults = {
  'PAY-01': {
    what: 'a plan has another storage than is published',
    says: /Guardian has 5/,
    breakIt: async () => {
      const { rows } = await stage.server.database.owner<{ limits: object }>(
        'select limits from storage.quota_settings',
      )
      await stage.server.database.owner(
        `update storage.quota_settings set limits = jsonb_set(limits, '{guardian}', '5')`,
      )
      return () => stage.server.database.owner('update storage.quota_settings set limits = $1', [rows[0]?.limits])
    },
    // The storage of a paid plan is compared with the published one as well.
    also: ['PAY-06'],
  },
  'PAY-02': {
    what: 'an order leads to another site',
    says: /Quantum Fortress leads to https:\/\/elsewhere\.invalid/,
    breakIt: stage.answering(({ path, body }, ask) =>
      path.endsWith('create-checkout') && body.includes('quantum')
        ? json(200, { url: 'https://elsewhere.invalid/pay' })
        : ask(),
    ),
  },
  'PAY-03': {
    what: 'a stranger may ask for a subscription',
    says: /check-subscription answers 200/,
    breakIt: stage.answering(({ path, headers }, ask) =>
      path.endsWith('check-subscription') && headers.authorization === undefined ? json(200, {}) : ask(),
    ),
  },
  'PAY-04': {
    what: 'the signature of a webhook is not looked at',
    says: /without a valid signature is taken/,
    breakIt: stage.answering(({ path, headers }, ask) =>
      path.endsWith('stripe-webhook') && isFresh(headers['stripe-signature']) ? json(200, {}) : ask(),
    ),
    // Nothing is handled, so nothing is handled once.
    also: ['PAY-05'],
  },
  'PAY-05': {
    what: 'an old webhook is taken',
    says: /an hour ago is taken/,
    breakIt: stage.answering(async ({ path, headers }, ask) => {
      const given = await ask()
      const isOld =
        path.endsWith('stripe-webhook') && headers['stripe-signature'] && !isFresh(headers['stripe-signature'])
      return isOld ? json(200, { received: true }) : given
    }),
  },
  'PAY-06': {
    what: 'a canceled subscription grants what a paid one does',
    says: /canceled: 10737418240 bytes/,
    breakIt: stage.changing(
      `create function public.stay_active() returns trigger language plpgsql set search_path = '' as $$ begin if new.status = 'canceled' then new.status := 'active'; end if; return new; end $$;
       create trigger a_stay before insert or update on public.subscriptions for each row execute function public.stay_active();`,
      'drop trigger a_stay on public.subscriptions; drop function public.stay_active();',
    ),
  },
  'PAY-07': {
    what: 'the limit of storage is not enforced',
    says: /A byte more/,
    breakIt: stage.changing(
      'alter table storage.usage_changes disable trigger usage_changes_quota',
      'alter table storage.usage_changes enable trigger usage_changes_quota',
    ),
  },
  'PAY-08': {
    what: 'people of another organisation may read every subscription',
    says: /somebody else is shown/,
    breakIt: stage.changing(
      // To one of the two organisations: in the other somebody orders meanwhile, who must not have a subscription.
      `create policy leak on public.subscriptions for select to authenticated
       using (exists (select from public.tenants t where t.id = authz.tenant() and t.probe = 'b'))`,
      'drop policy leak on public.subscriptions',
    ),
  },
  'PAY-09': [
    {
      what: 'the number of a card is stored, after more events than are looked through',
      says: /number of a card in billing\.events/,
      breakIt: stage.changing(
        `insert into billing.events (id, type, outcome, handled_at)
           select 'evt_many_' || n, 'many', 'applied', now() - interval '1 day' from generate_series(1, 2500) as n;
         insert into billing.events (id, type, outcome) values ('evt_many_card', 'paid with 4242 4242 4242 4242', 'applied')`,
        `delete from billing.events where id like 'evt_many_%'`,
      ),
    },
    {
      what: 'the number of a card stands in the list of an invoice that a later version keeps',
      says: /number of a card in invoicing\.later_lists/,
      breakIt: stage.changing(
        `create table invoicing.later_lists (id bigint generated always as identity, lines jsonb[]);
         insert into invoicing.later_lists (lines) values (array['{"paid_by": 5555555555554444}'::jsonb])`,
        'drop table invoicing.later_lists',
      ),
    },
    {
      what: 'the number of a card stands where a seller names a bank',
      says: /number of a card in invoicing\.seller/,
      breakIt: stage.changing(
        `insert into invoicing.seller (legal_name, address, country, bank)
         values ('Seller', 'Street', 'DE', 'DE89 3704 0044 0532 0130 00 BANK, or by card 378282246310005')`,
        'delete from invoicing.seller',
      ),
    },
    {
      what: 'the number of a card is in the audit log',
      says: /number of a card in public\.system_audit_log/,
      breakIt: stage.changing(
        `insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
         select id, 'login.failed', 'auth', 'login', '{"typed": "4000-0566-5566-5556"}' from public.tenants where is_default`,
        `set session_replication_role = 'replica'; delete from public.system_audit_log where details ->> 'typed' is not null; reset session_replication_role`,
      ),
    },
  ],
}

function isFresh(signature: string | string[] | undefined): boolean {
  const seconds = /t=(\d+)/.exec(String(signature))?.[1]
  return seconds === undefined || Date.now() / 1000 - Number(seconds) < 300
}
