import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import type { DetectorName } from '#contract/threats.ts'
import { Places } from '#server/threats/places/places.ts'
import { whenDone } from '../lib/cleanup.ts'
import { createAccount, startBenchServer } from '../lib/server.ts'

export const PASSWORD = 'only for this run 8402'
export const HOME_BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
export const TOOL = 'curl/8.5.0'

export type Origin = {
  /** An address that the proxy in front names; without one, the socket's own counts. */
  ip?: string
  /** The loopback address that the socket is bound to. */
  from?: string
  agent?: string
  cookie?: string
  token?: string
  /** `GET` without a body and `POST` with one, where it is left out. */
  method?: string
  /** Beside the others, or instead of them. */
  headers?: Record<string, string>
}
export type Answer = { status: number; body: Record<string, unknown>; headers: http.IncomingHttpHeaders }

/** A running server, the ways to attack it, and what it wrote down. */
export type Stage = {
  url: string
  apikey: string
  call: (path: string, origin: Origin, body?: unknown) => Promise<Answer>
  newPerson: () => Promise<{ email: string; userId: string; token: string }>
  signIn: (email: string, origin: Origin, password?: string) => Promise<Answer>
  owner: Pool
  /** Whether a detector wrote something about a subject or a person, by now or within a second. */
  hasFired: (detector: string, about: string) => Promise<boolean>
  /** Objects of a person, all with the bytes of one. @returns their names. */
  storeObjects: (person: { userId: string; token: string }, count: number) => Promise<string[]>
  /** Public addresses in countries and networks that differ. */
  addresses: { ip: string; country: string; asn: number }[]
}

export async function openStage({ hasLimits = false } = {}): Promise<Stage> {
  const server = await startBenchServer({
    environment: {
      MAILER_AUTOCONFIRM: 'true',
      RATE_LIMIT_FACTOR: hasLimits ? '1' : '1000000',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'error',
    },
  })
  const { headers } = await createAccount(server.url)
  const owner = new Pool({ host: server.databaseSocket, user: 'postgres', database: 'quantumshield', max: 4 })
  owner.on('error', () => undefined)
  whenDone(() => owner.end())
  // It would make every stranger pay, and so end the other attacks; the last one turns it on.
  await tune(owner, 'distributed_stuffing', 'off')
  const call: Stage['call'] = (path, origin, body) =>
    send(server.url + path, { ...origin, apikey: headers.apikey }, body)
  const signIn: Stage['signIn'] = (email, origin, password = PASSWORD) =>
    call('/auth/v1/token?grant_type=password', origin, { email, password })
  return {
    url: server.url,
    apikey: headers.apikey,
    call,
    signIn,
    owner,
    newPerson: async () => {
      const name = `person-${randomUUID().slice(0, 13)}`
      const account = await createAccount(server.url, name)
      const token = account.headers.authorization.replace('Bearer ', '')
      return { email: `${name}@example.org`, userId: account.userId, token }
    },
    hasFired: async (detector, about) => {
      // Answers are inspected after they have left.
      for (let tries = 0; tries < 20; tries += 1) {
        const { rowCount } = await owner.query(
          `select from public.threat_detections d where d.detector = $1 and (d.subject like '%' || $2 or d.user_id::text = $2)`,
          [detector, about],
        )
        if (rowCount !== null && rowCount > 0) return true
        await sleep(50)
      }
      return false
    },
    storeObjects: async ({ userId, token }, count) => {
      const path = `/storage/v1/object/encrypted-files/${userId}/original`
      const stored = await call(path, { token }, 'text')
      if (stored.status !== 200) throw new Error(`an object was not stored: ${stored.status}`)
      const { rows } = await owner.query<{ name: string }>(
        `insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id, metadata)
         select o.bucket_id, $1 || '/' || gen_random_uuid(), o.owner, o.owner_id, o.size_bytes, o.checksum, o.blob_id, o.metadata
         from storage.objects o, generate_series(1, $2) where o.owner = $1::uuid and o.name like '%/original'
         returning name`,
        [userId, count],
      )
      return rows.map(({ name }) => name)
    },
    addresses: await someAddresses(),
  }
}

/** Seen by the next decision: the database is asked when a detector fires. */
export async function tune(owner: Pool, detector: DetectorName, mode: 'off' | 'enforce'): Promise<void> {
  await owner.query(
    `insert into public.threat_settings (tenant_id, detector, mode) select id, $2, $1 from public.tenants where is_default
     on conflict (tenant_id, detector) do update set mode = excluded.mode`,
    [mode, detector],
  )
}

async function someAddresses(): Promise<Stage['addresses']> {
  const places = new Places()
  const found = new Map<number, Stage['addresses'][number]>()
  for (let a = 1; a < 224; a += 1) {
    for (let b = 0; b < 256; b += 16) {
      const ip = `${a}.${b}.12.7`
      const { country, asn } = await places.find(ip)
      if (country !== undefined && asn !== undefined && !found.has(asn)) found.set(asn, { ip, country, asn })
    }
  }
  return [...found.values()]
}

function send(
  url: string,
  { ip, from, agent, cookie, token, apikey, method, headers }: Origin & { apikey: string },
  body?: unknown,
): Promise<Answer> {
  const isText = typeof body === 'string'
  const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(from === undefined ? {} : { localAddress: from, family: 4 }),
      host: '127.0.0.1',
      headers: {
        apikey,
        'user-agent': agent ?? TOOL,
        ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
        ...(cookie === undefined ? {} : { cookie, 'sec-fetch-site': 'same-origin' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : {
              'content-type': isText ? 'text/plain' : 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
        ...headers,
      },
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: parse(text), headers: response.headers }),
      )
    })
    request.on('error', reject)
    request.end(payload)
  })
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
