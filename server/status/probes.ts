import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { STATUS_PROBES, type ServiceId } from '#contract/status.ts'
import type { Database } from '../db/database.ts'
import type { Mail } from '../mail/mail.ts'
import type { Secrets } from '../secrets.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { tryStore } from '../storage/upkeep/try-store.ts'
import type { AskOwn } from './own-listener.ts'
import { mailQueue } from './status.sql.ts'

/**
 * Asks one service. `impaired`: it answers, but something is wrong; `not set up`: there is nothing to ask on this server as it is set now.
 * @throws when it does not answer as it should.
 */
export type Probe = () => Promise<'fine' | 'impaired' | 'not set up'>
/** A service without a probe is not set up on this server. */
export type Probes = Partial<Record<ServiceId, Probe>>

export type ProbeServices = {
  database: Database
  secrets: Pick<Secrets, 'signingKey' | 'publishableKeys'>
  store: BlobStore
  mail: Pick<Mail, 'reach' | 'workedAtMs'>
  ask: AskOwn
  ledger: { probe: Probe }
  ai: { probe: Probe }
}

/** A provider counts logins, and locks out who fails too often: a server outside is asked so long after an answer, ... */
const OUTSIDE_EVERY_MS = 5 * 60_000
/** ... and so long after the first, the second and every later failure in a row. */
const OUTSIDE_AGAIN_MS = [60_000, 120_000, OUTSIDE_EVERY_MS]
/** A mail that is due so long, while none was taken from the queue for so long either: nothing works it. */
const IDLE_SECONDS = 120
/** One address that does not exist is no sign; so many mails that failed three times are. */
export const STUCK_MAILS = 20

/** The probes of everything that this server has. */
export function createProbes(services: ProbeServices): Probes {
  const { database, store, ask } = services
  return {
    // The way of every read of a browser: listener, caller, planner, policies, database.
    api: async () => {
      await ask('/rest/v1/status_incidents?select=id&limit=1', { apikey: services.secrets.publishableKeys[0] })
      return 'fine'
    },
    database: async () => {
      await database.answer(STATUS_PROBES.timeLimitMs)
      return 'fine'
    },
    storage: async () => {
      await tryStore(store, STATUS_PROBES.timeLimitMs)
      return 'fine'
    },
    auth: () => probeAuth(services),
    mail: createMailProbe(services),
    ledger: () => services.ledger.probe(),
    ai: rarely(() => services.ai.probe()),
  }
}

/** Settings answer, and what this server signs now can be verified with the keys it hands out. */
async function probeAuth({ ask, secrets }: ProbeServices): Promise<'fine'> {
  await ask('/auth/v1/settings', { apikey: secrets.publishableKeys[0] })
  const keys = JSON.parse(await ask('/auth/v1/.well-known/jwks.json')) as JSONWebKeySet
  const { kid, algorithm, privateKey } = secrets.signingKey
  // No issuer, audience or role: nothing takes it for an access token.
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: algorithm, kid })
    .setExpirationTime('5s')
    .sign(privateKey)
  await jwtVerify(token, createLocalJWKSet(keys), { algorithms: [algorithm] })
  return 'fine'
}

function createMailProbe({ database, mail }: ProbeServices): Probe {
  const reach = mail.reach && rarely(mail.reach)
  return async () => {
    const { text, values } = mailQueue(IDLE_SECONDS)
    const { rows } = await database.owner<{ untried: number; worked: number; stuck: number }>(text, values)
    const { untried = 0, worked = 0, stuck = 0 } = rows[0] ?? {}
    const isWorked = worked > 0 || performance.now() - mail.workedAtMs() < IDLE_SECONDS * 1000
    if (untried > 0 && !isWorked) throw new Error('mails wait and nobody sends them')
    await reach?.()
    return stuck >= STUCK_MAILS ? 'impaired' : 'fine'
  }
}

/** Tries when it is time to; in between the last outcome stands. */
function rarely<Found>(reach: () => Promise<Found>): () => Promise<Found> {
  let last: { work: Promise<Found>; atMs: number; failures: number } | undefined
  return () => {
    const waitMs = last?.failures ? (OUTSIDE_AGAIN_MS[last.failures - 1] ?? OUTSIDE_EVERY_MS) : OUTSIDE_EVERY_MS
    if (last && performance.now() - last.atMs < waitMs) return last.work
    const attempt = { work: reach(), atMs: performance.now(), failures: last?.failures ?? 0 }
    attempt.work.then(
      () => (attempt.failures = 0),
      () => (attempt.failures += 1),
    )
    last = attempt
    return attempt.work
  }
}
