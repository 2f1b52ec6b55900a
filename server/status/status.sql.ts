import type { QueryResultRow } from 'pg'
import type { Incident, Maintenance, ServiceId } from '#contract/status.ts'
import type { Statement } from '../db/database.ts'
import type { KeptSample, Outcome, Sample } from './status-rules.ts'

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** Takes the round of a half minute. No row: another node has it. */
export const claimRound = (slot: number): Query => ({
  text: 'insert into status.rounds (slot) values ($1) on conflict (slot) do nothing returning slot',
  values: [slot],
})

/** Keeps samples and counts each into its five minutes, once. */
export const saveSamples = (samples: readonly Sample[]): Query => ({
  text: `with fresh as (
           insert into status.samples (service, slot, probed_at, outcome, response_ms, is_planned)
           select s.service, s.slot, s.probed_at, s.outcome, s.response_ms,
                  exists (select from public.status_maintenance w
                          where s.service = any (w.services) and s.probed_at >= w.starts_at and s.probed_at < w.ends_at)
           from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[], $5::int[])
             as s (service, slot, probed_at, outcome, response_ms)
           on conflict (service, slot) do nothing
           returning service, probed_at, outcome, is_planned
         )
         insert into status.buckets as b (service, starts_at, up, slow, down, planned)
         select service, date_bin('5 minutes', probed_at, 'epoch'),
                count(*) filter (where outcome = 'up' and not is_planned),
                count(*) filter (where outcome = 'slow' and not is_planned),
                count(*) filter (where outcome = 'down' and not is_planned),
                count(*) filter (where is_planned)
         from fresh
         group by 1, 2
         on conflict (service, starts_at) do update
         set up = b.up + excluded.up, slow = b.slow + excluded.slow, down = b.down + excluded.down,
             planned = b.planned + excluded.planned`,
  values: [
    samples.map(({ service }) => service),
    samples.map(({ slot }) => slot),
    samples.map(({ at }) => at),
    samples.map(({ outcome }) => outcome),
    samples.map(({ responseMs }) => responseMs),
  ],
})

type SampleRow = QueryResultRow & {
  service: ServiceId
  slot: string
  probed_at: Date
  outcome: Outcome
  response_ms: number | null
  is_planned: boolean
}

/** Samples since a moment, oldest first. */
export const samplesSince = (since: Date): Query => ({
  text: `select service, slot, probed_at, outcome, response_ms, is_planned
         from status.samples
         where probed_at >= $1
         order by slot`,
  values: [since],
})

export const presentSample = (row: SampleRow): KeptSample => ({
  service: row.service,
  slot: Number(row.slot),
  at: row.probed_at,
  outcome: row.outcome,
  responseMs: row.response_ms,
  isPlanned: row.is_planned,
})
export type { SampleRow }

export type DayRow = QueryResultRow & {
  service: ServiceId
  day: string
  up: number
  slow: number
  down: number
  planned: number
  had_outage: boolean
}

export const daysSince = (since: Date): Query => ({
  text: `select service, to_char(day, 'YYYY-MM-DD') as day, up, slow, down, planned, had_outage
         from (select service, date_trunc('day', starts_at at time zone 'UTC') as day,
                      sum(up)::int as up, sum(slow)::int as slow, sum(down)::int as down, sum(planned)::int as planned,
                      bool_or(down >= 2) as had_outage
               from status.buckets
               where starts_at >= $1
               group by 1, 2) as days`,
  values: [since],
})

/** Mean of a day's answers by service, ms. */
export const responseTimes = (since: Date): Query => ({
  text: `select service, round(avg(response_ms))::int as response_ms
         from status.samples
         where probed_at >= $1 and outcome <> 'down' and response_ms is not null
         group by 1`,
  values: [since],
})

/**
 * Mails that wait so long untried (those sent to many wait behind the others, which says nothing), those that some node took or
 * tried within that time, and those of today that failed three times and are tried again. A mail that was given up stays in the
 * queue for days, so it does not count.
 */
export const mailQueue = (idleSeconds: number): Query => ({
  text: `select count(*) filter (where attempts = 0 and priority <= 0 and run_at < now() - $1 * interval '1 second')::int as untried,
                count(*) filter (where locked_at > now() - $1 * interval '1 second'
                                    -- A failed one: its time minus the wait that the queue adds.
                                    or attempts > 0 and run_at - exp(least(attempts, 10)) * interval '1 second'
                                       between now() - $1 * interval '1 second' and now())::int as worked,
                count(*) filter (where attempts >= 3 and attempts < max_attempts
                                   and created_at > now() - interval '1 day')::int as stuck
         from graphile_worker.jobs
         where task_identifier = 'send_mail'`,
  values: [idleSeconds],
})

export type MaintenanceRow = Omit<Maintenance, 'starts_at' | 'ends_at'> & { starts_at: Date; ends_at: Date }

export const openMaintenance = (at: Date): Query => ({
  text: `select id, title, description, services, starts_at, ends_at
         from public.status_maintenance
         where ends_at > $1
         order by starts_at`,
  values: [at],
})

export type IncidentRow = Omit<Incident, 'created_at' | 'updated_at' | 'resolved_at'> & {
  created_at: Date
  updated_at: Date
  resolved_at: Date | null
}

/** Open incidents, and those of the last 90 days, with their updates. */
export const listIncidents = (at: Date): Query => ({
  text: `select i.id, i.title, i.status, i.severity, i.description, i.services, coalesce(i.opened_for, i.cause) is not null as is_automatic,
                i.created_at, i.updated_at, i.resolved_at,
                array(select json_build_object('id', u.id, 'status', u.status, 'text', u.text, 'created_at', u.created_at)
                      from public.status_incident_updates u
                      where u.incident_id = i.id
                      order by u.created_at desc, u.id) as updates
         from public.status_incidents i
         where i.resolved_at is null or i.created_at > $1::timestamptz - interval '90 days'
         order by i.created_at desc, i.id
         limit 100`,
  values: [at],
})

/** The queue keeps what it gave up for ever. */
export const cleanMailQueue = `
  select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where task_identifier in ('send_mail', 'training:exercise-mail') and attempts >= max_attempts and created_at < now() - interval '7 days'))`

export const cleanStatus = `
  with gone as (delete from status.rounds where begun_at < now() - interval '1 hour'),
       old as (delete from status.samples where probed_at < now() - interval '1 day'),
       -- A day more than is shown: the oldest bar is a whole day, in UTC.
       older as (delete from status.buckets where starts_at < now() - interval '31 days'),
       past as (delete from public.status_maintenance where ends_at < now() - interval '90 days')
  delete from status.subscribers where confirmed_at is null and asked_at < now() - interval '2 days'`
