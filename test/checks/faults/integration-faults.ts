import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { csvExport } from '#server/checks/integrations/exports.ts'
import { PrivateHosts } from '#server/outbound/networks.ts'
import { Outbound } from '#server/outbound/outbound.ts'
import type { AlteringProxy } from '../../support/altering-proxy.ts'
import type { NamedFault } from './fault-groups.ts'
import { stage } from './fault-stage.ts'

/** Before the server, for faults of what it answers. */
export const before: { gate?: AlteringProxy } = {}

function gate(): AlteringProxy {
  if (!before.gate) throw new Error('the gate opens with the first test')
  return before.gate
}

const owner = (statement: string, values: unknown[] = []) => stage.server.database.owner(statement, values)

/** A part of the server that is replaced by one that is broken in one respect. */
function replace<Part extends object, Name extends keyof Part>(
  part: Part,
  name: Name,
  broken: (whole: Part[Name]) => Part[Name],
) {
  const whole = part[name]
  part[name] = broken(whole)
  return async (): Promise<void> => void (part[name] = whole)
}

async function stageForgotten(): Promise<() => Promise<void>> {
  const { store } = stage.server.services
  const upload = randomUUID()
  await store.write(upload, 0, Readable.from([Buffer.alloc(10)]), { limit: 10, idleMs: 5000, isResumable: true })
  const folder = path.join(stage.server.config.dataDir, 'storage')
  const names = await fs.readdir(folder, { recursive: true })
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const name of names.filter((one) => one.includes(upload))) await fs.utimes(path.join(folder, name), old, old)
  return () => store.discard(upload)
}

/** Changes what a function of the database does. */
async function replaceFunction(name: string, change: (definition: string) => string): Promise<() => Promise<unknown>> {
  const { rows } = await stage.server.database.owner<{ is: string }>('select pg_get_functiondef($1::regproc) as is', [
    name,
  ])
  const definition = rows[0]?.is ?? ''
  expect(change(definition)).not.toBe(definition)
  await owner(change(definition))
  return () => owner(definition)
}

/** Store, providers, webhooks, witnesses and jobs. */
export const INTEGRATION_FAULTS: readonly NamedFault[] = [
  {
    id: 'INT-01',
    what: 'the store returns another part than was asked for',
    says: /does not read: the store returned another part/,
    breakIt: async () =>
      replace(stage.server.services.store, 'open', (open) => async (blob) => {
        const reader = await open(blob)
        return {
          ...reader,
          close: () => reader.close(),
          sendTo: (sink, { start, end }) =>
            reader.sendTo(sink, start === 0 ? { start, end } : { start: start + 1, end: end + 1 }),
        }
      }),
  },
  {
    id: 'INT-01',
    what: 'the store keeps what was removed',
    says: /does not remove: the store still has it/,
    breakIt: async () => replace(stage.server.services.store, 'remove', () => async () => undefined),
  },
  {
    id: 'INT-02',
    what: 'bytes of an upload that nobody finished lie in the store',
    says: /left for a day: [0-9a-f-]{36}$/,
    breakIt: stageForgotten,
  },
  {
    id: 'INT-02',
    what: 'an upload that ended two days ago was not collected',
    says: /left for a day: [0-9a-f-]{36}$/,
    breakIt: async () => {
      await owner(
        `insert into storage.uploads (bucket_id, name, owner, size_bytes, expires_at) values ('encrypted-files', 'planted', null, 1, now() - interval '2 days')`,
      )
      return () => owner(`delete from storage.uploads where name = 'planted'`)
    },
  },
  {
    id: 'INT-03',
    what: 'a provider is away',
    says: /Nobody can sign in with a provider: keycloak/,
    breakIt: async () => {
      const { config } = stage.server.services
      const [first] = config.externalProviders
      if (!first) throw new Error('the server has no provider')
      stage.server.services.config = { ...config, externalProviders: [{ ...first, url: 'http://127.0.0.1:9' }] }
      return async () => (stage.server.services.config = config)
    },
  },
  {
    id: 'INT-04',
    what: 'a delivery that was refused counts as delivered',
    says: /is not to be tried again/,
    breakIt: () =>
      replaceFunction('streams.fail', (is) =>
        is.replace('set failed_tries', 'set next_index = t.next_index + 1, failed_tries'),
      ),
  },
  {
    id: 'INT-04',
    what: 'deliveries are not signed',
    says: /signature of a delivery is not that of its secret/,
    breakIt: async () => {
      await owner(
        `create function streams.planted() returns trigger language plpgsql as 'begin new.secret := null; return new; end';
         create trigger planted before insert on streams.states for each row execute function streams.planted()`,
      )
      return () => owner('drop function streams.planted() cascade')
    },
  },
  {
    id: 'INT-05',
    what: 'the guard lets everything through',
    says: /may lead to: 169.254.169.254, 127.0.0.1, /,
    breakIt: async () => replace(Outbound.prototype, 'examine', () => async () => undefined),
  },
  {
    id: 'INT-05',
    what: 'what hands out credentials of the machine is allowed',
    says: /may lead to: 169.254.169.254, /,
    breakIt: async () => {
      const { config } = stage.server.services
      const privateHosts = new PrivateHosts(['169.254.0.0/16'])
      stage.server.services.config = { ...config, outbound: { ...config.outbound, privateHosts } }
      return async () => (stage.server.services.config = config)
    },
  },
  {
    id: 'INT-06',
    what: 'an event has a time that is none',
    says: /not valid: planted as OCSF/,
    breakIt: async () => {
      await owner(
        `insert into system_audit_log (event_type, event_category, action, created_at) values ('planted', 'auth', 'x', 'infinity')`,
      )
      return () =>
        stage.server.database.asOwner(async (db) => {
          await db.query({ text: `set local session_replication_role = 'replica'` })
          await db.query({ text: `delete from system_audit_log where event_type = 'planted'` })
        })
    },
  },
  {
    id: 'INT-06',
    what: 'a cell of a table is a formula',
    says: /as CSV/,
    breakIt: async () => replace(csvExport, 'lines', (whole) => (events) => whole(events).replaceAll("'=", '=')),
  },
  {
    id: 'INT-06',
    what: 'a table leaves out what happened',
    says: /as CSV/,
    breakIt: async () =>
      replace(csvExport, 'lines', (whole) => (events) => whole(events.map((event) => ({ ...event, details: {} })))),
  },
  {
    id: 'INT-07',
    what: 'the cosignature of the witness is of something else',
    says: /Too few witnesses have signed the log within a day/,
    breakIt: async () => {
      gate().alter([
        { at: '/audit/v1/logs/anchor/checkpoint', body: (text) => text.replace(/(witness\.example\/1 .{20})./, '$1A') },
      ])
      return async () => gate().alter([])
    },
  },
  {
    id: 'INT-09',
    what: 'a function of the studio answers in another form',
    says: /cannot read the answer of the function ai-content-blog/,
    breakIt: async () => {
      gate().alter([
        { at: '/functions/v1/ai-content-blog', body: (text) => text.replace('estimated_read_time', 'minutes') },
      ])
      return async () => gate().alter([])
    },
  },
  {
    id: 'INT-09',
    what: 'a function of the studio is gone',
    says: /ai-content-blog answers 404 to nobody/,
    breakIt: async () => {
      gate().alter([{ at: '/functions/v1/ai-content-blog', from: '/auth/v1/settings' }])
      return async () => gate().alter([])
    },
  },
  {
    id: 'INT-10',
    what: 'nobody takes a job',
    says: /more than 10 minutes: 1/,
    breakIt: async () => {
      await owner(`select graphile_worker.add_job('planted', '{}', run_at => now() - interval '1 hour')`)
      return () =>
        owner(
          `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'planted'))`,
        )
    },
  },
  {
    id: 'INT-10',
    what: 'the workers are gone',
    says: /No worker has said/,
    breakIt: async () => {
      await owner(
        `create function meta.planted() returns trigger language plpgsql as 'begin return null; end';
         create trigger planted before insert or update on meta.job_workers for each row execute function meta.planted();
         delete from meta.job_workers`,
      )
      return () => owner(`drop function meta.planted() cascade; insert into meta.job_workers (id) values ('planted')`)
    },
  },
  {
    id: 'INT-10',
    what: 'a job is not done in time',
    says: /not done within 5 seconds/,
    isOfTime: true,
    breakIt: async () => {
      await owner(
        `create function public.planted() returns trigger language plpgsql as 'begin new.run_at := now() + interval ''1 hour''; return new; end';
         create trigger planted before insert on graphile_worker._private_jobs for each row execute function public.planted()`,
      )
      return () => owner('drop function public.planted() cascade')
    },
  },
]

/** Needs openssl, which makes the authority that is asked. */
export const TIMESTAMP_FAULT: NamedFault = {
  id: 'INT-08',
  what: 'the answer of the authority was changed',
  says: /time stamp/,
  breakIt: async () => {
    const flip = () =>
      owner(
        'update ledger.timestamps set reply = set_byte(reply, octet_length(reply) - 1, 255 - get_byte(reply, octet_length(reply) - 1))',
      )
    await flip()
    return flip
  },
}
