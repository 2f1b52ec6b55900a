import type { Pool } from 'pg'

const AT_ONCE = 20_000

/**
 * Writes events of 90 days. Each person has a few days with events, twenty to a day: who works, works for a while. The kinds are those of a busy
 * vault: much reading and writing of files, some sign-ins, few changes of rights. Inserted as `audit.record` does.
 */
const EVENTS = `
  with everybody as materialized (select array_agg(user_id order by user_id) as ids from public.profiles where tenant_id = $1),
       kinds (least, most, event_type, event_category, action, status, risk_level, is_file) as (values
         (0, 44, 'file_records.update', 'data_access', 'update', 'success', 'low', true),
         (45, 62, 'file_records.insert', 'data_access', 'insert', 'success', 'low', true),
         (63, 69, 'file_access.insert', 'data_access', 'insert', 'success', 'medium', true),
         (70, 73, 'share_links.insert', 'data_access', 'insert', 'success', 'medium', true),
         (74, 89, 'login.succeeded', 'auth', 'login', 'success', 'low', false),
         (90, 94, 'login.failed', 'auth', 'login', 'failure', 'medium', false),
         (95, 97, 'profiles.update', 'config_change', 'update', 'success', 'low', false),
         (98, 98, 'enterprise_user_roles.update', 'config_change', 'update', 'success', 'high', false),
         (99, 99, 'detector.fired', 'security_incident', 'fired', 'blocked', 'high', false))
  insert into public.system_audit_log (created_at, tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select now() - interval '90 days' + (n::float8 / $4 * interval '90 days'), $1::uuid, k.event_type, k.event_category, p.user_id, k.action, k.status, k.risk_level,
    case when k.is_file
      then jsonb_build_object('table', 'public.file_records', 'id', md5((n / 3)::text)::uuid, 'file_id', md5((n / 3)::text)::uuid)
      else jsonb_build_object('id', p.user_id, 'ip', '192.0.2.' || n % 250, 'user_agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)') end
  from generate_series($2::int, $3::int) n
  cross join everybody
  cross join lateral (select ids[1 + (n / 20 * 7919) % cardinality(ids)] as user_id) p
  join kinds k on abs(hashtext(n::text)) % 100 between k.least and k.most`

/** Writes some of them, by number. @param some `of`: how many there are in all */
export async function writeEvents(
  owner: Pool,
  tenant: string,
  { from, to, of }: { from: number; to: number; of: number },
): Promise<void> {
  for (let first = from; first <= to; first += AT_ONCE)
    await owner.query(EVENTS, [tenant, first, Math.min(to, first + AT_ONCE - 1), of])
}
