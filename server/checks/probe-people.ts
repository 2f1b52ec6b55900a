import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Role } from '#contract/permissions.ts'
import { hardDelete } from '../auth/account/hard-delete.sql.ts'
import { type PasswordCosts, Passwords } from '../auth/password/passwords.ts'
import type { Database, Transaction } from '../db/database.ts'
import { NOBODYS_DOMAIN } from '../mail/nobodys-mail.ts'
import type { Site } from './site.ts'

export type ProbePerson = { id: string; email: string; password: string; organisation: ProbeOrganisation }
/** `c` is suspended for a moment by the one check that is about that, and no other puts people there. */
export type ProbeOrganisation = 'a' | 'b' | 'c'
export type ProbeSession = { person: ProbePerson; accessToken: string; refreshToken: string }

/** Tables in which checks leave rows of their organisations: the reuse of a token that AUTH-04 tries, and things of SEC-06 where it broke off. */
const LEFT_BY_CHECKS = [
  'public.threat_incidents',
  'studio.drafts',
  'keywords.projects',
  'growth.forms',
  'training.courses',
  'reviews.reviews',
]

const session = z.object({ access_token: z.string(), refresh_token: z.string() })

/**
 * Accounts of one run, with passwords that nobody knows, in three organisations that are nobody's. All are deleted with what they stored when the run
 * ends. Their addresses begin with the id of the run: nobody else's account is taken for one of them.
 */
export class ProbePeople {
  readonly #database: Database
  readonly #run: string
  readonly #passwords: Passwords
  #isClosed = false

  constructor(database: Database, run: string, passwordCosts?: PasswordCosts) {
    this.#database = database
    this.#run = run
    this.#passwords = new Passwords(passwordCosts)
  }

  /** An address that nobody has, and that no mail is sent to. An account that a check makes with it is deleted as well. */
  newEmail(): string {
    return `${this.#run}.${randomUUID().slice(0, 13)}@${NOBODYS_DOMAIN}`
  }

  /** @throws once the run has ended: a check that took too long may still be at work */
  async add({
    organisation = 'a',
    role = 'member',
  }: { organisation?: ProbeOrganisation; role?: Role } = {}): Promise<ProbePerson> {
    const email = this.newEmail()
    const password = randomBytes(24).toString('base64url')
    const hash = await this.#passwords.hash(password)
    if (this.#isClosed) throw new Error('the run has ended')
    const { rows } = await this.#database.owner<{ id: string }>(
      'select checks.add_probe_person($1, $2, $3, $4) as id',
      [organisation, email, hash, role],
    )
    const id = rows[0]?.id
    if (id === undefined) throw new Error('an account for the test could not be made')
    return { id, email, password, organisation }
  }

  async signIn(site: Site, person: ProbePerson): Promise<ProbeSession> {
    const { email, password } = person
    const answer = await site.read('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })
    const { access_token: accessToken, refresh_token: refreshToken } = session.parse(answer)
    return { person, accessToken, refreshToken }
  }

  /** Keeps everybody of an organisation out until it is resumed, which happens at the end of the run at the latest. */
  async suspend(organisation: 'c'): Promise<void> {
    if (this.#isClosed) throw new Error('the run has ended')
    await this.#database.asOwner(async (db) => {
      await recordAtNobodys(db)
      await db.query({
        text: `update public.tenants set status = 'suspended', suspended_at = now(), suspended_reason = 'The comprehensive test'
               where probe = $1 and status = 'active'`,
        values: [organisation],
      })
    })
  }

  /** Ends what `suspend` began. */
  async resume(): Promise<void> {
    await resumeOrganisations(this.#database)
  }

  /** Somebody new, signed in. */
  async enter(site: Site, who: { organisation?: ProbeOrganisation; role?: Role } = {}): Promise<ProbeSession> {
    return this.signIn(site, await this.add(who))
  }

  /** Deletes the accounts of this run and its invitations; no other account is made. */
  async removeAll(): Promise<void> {
    this.#isClosed = true
    await resumeOrganisations(this.#database)
    await removePeople(this.#database, [this.#run])
    await this.#database.asOwner(async (db) => {
      await recordAtNobodys(db)
      for (const table of LEFT_BY_CHECKS)
        await db.query({
          text: `delete from ${table} where tenant_id in (select id from public.tenants where probe is not null)`,
        })
    })
  }
}

/** Also where a server ended in the middle of a run: nobody could be added to one that is suspended. */
async function resumeOrganisations(database: Database): Promise<void> {
  await database.asOwner(async (db) => {
    await recordAtNobodys(db)
    await db.query({
      text: `update public.tenants set status = 'active', suspended_at = null, suspended_reason = null
             where probe is not null and status = 'suspended'`,
    })
  })
}

/** Deletes accounts and invitations of runs that have ended: their server ended before it could. */
export async function removeForsakenPeople(database: Database): Promise<void> {
  const { rows } = await database.owner<{ run: string }>(
    `select distinct split_part(u.email, '.', 1) as run
     from auth.users u
     join public.profiles p on p.user_id = u.id
     join public.tenants t on t.id = p.tenant_id and t.probe is not null
     where not exists (select from checks.runs r where r.status = 'running' and r.id::text = split_part(u.email, '.', 1))`,
  )
  await removePeople(
    database,
    rows.map(({ run }) => run),
  )
}

async function removePeople(database: Database, runs: readonly string[]): Promise<void> {
  const { rows } = await database.owner<{ id: string }>(
    `select id from auth.users where split_part(email, '.', 1) = any ($1) and email like '%@${NOBODYS_DOMAIN}'`,
    [runs],
  )
  const failures: unknown[] = []
  for (const { id } of rows) {
    await database.asOwner((db) => removePerson(db, id)).catch((error: unknown) => failures.push(error))
  }
  await database.asOwner(async (db) => {
    await recordAtNobodys(db)
    await db.query({
      text: `delete from public.invitations where tenant_id in (select id from public.tenants where probe is not null)
             and split_part(email, '.', 1) = any ($1)`,
      values: [runs],
    })
  })
  if (failures.length > 0) throw new AggregateError(failures, 'accounts of the test could not be deleted')
}

/** Deletes an account; what goes with one that never had a profile is in the log of an organisation that is nobody's as well. */
async function removePerson(db: Transaction, id: string): Promise<void> {
  await recordAtNobodys(db)
  await hardDelete(db, id)
}

/** Puts events of the rest of the transaction into the log of an organisation that is nobody's, once a run has made it. */
async function recordAtNobodys(db: Transaction): Promise<void> {
  await db.query({
    text: `select set_config('auth.probe_organisation', (select id from public.tenants where probe = 'a')::text, true)`,
  })
}
