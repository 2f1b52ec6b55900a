import type { IncidentSeverity, IncidentStatus, ServiceId } from '#contract/status.ts'
import type { Statement } from '../db/database.ts'

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** Asking again replaces the link of before; a confirmed address stays as it is. */
export const askToSubscribe = ({ id, email, tokenHash }: { id: string; email: string; tokenHash: Buffer }): Query => ({
  text: `insert into status.subscribers as s (id, email, token_hash)
         values ($1, $2, $3)
         on conflict (email) do update
         set token_hash = case when s.confirmed_at is null then excluded.token_hash end,
             asked_at = case when s.confirmed_at is null then now() else s.asked_at end
         returning id, confirmed_at is not null as is_confirmed`,
  values: [id, email, tokenHash],
})

/** No row: the link is not of here, was used, or is older than a day. */
export const confirmSubscriber = (tokenHash: Buffer): Query => ({
  text: `update status.subscribers
         set confirmed_at = now(), token_hash = null
         where token_hash = $1 and asked_at > now() - interval '24 hours'
         returning id`,
  values: [tokenHash],
})

export const deleteSubscriber = (id: string): Query => ({
  text: 'delete from status.subscribers where id = $1',
  values: [id],
})

export const listSubscribers = 'select id, email from status.subscribers where confirmed_at is not null order by email'

export type UpdateToMail = {
  title: string
  severity: IncidentSeverity
  services: ServiceId[]
  status: IncidentStatus
  text: string
  created_at: Date
  is_first: boolean
}

/** Takes an update to mail it. No row: it was mailed, or is gone. */
export const takeUpdate = (id: string): Query => ({
  text: `update public.status_incident_updates u
         set mailed_at = now()
         from public.status_incidents i
         where u.id = $1 and u.mailed_at is null and i.id = u.incident_id
         returning i.title, i.severity, i.services, u.status, u.text, u.created_at,
                   not exists (select from public.status_incident_updates e
                               where e.incident_id = i.id and e.id <> u.id and e.created_at < u.created_at) as is_first`,
  values: [id],
})
