import { randomBytes } from 'node:crypto'
import type { OrganisationFacts, OrganisationMode } from '#contract/organisation/organisation.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isLocalAddress } from '#server/http/own-machine.ts'
import { hashOf } from '#server/secrets.ts'
import { knownProviders } from '../known-providers.ts'
import type { Client } from '../audit.ts'

/**
 * Tells PostgreSQL what it has to know of the settings: which organisation people join who sign up, how long an access token lives, and which
 * providers there are. Call once when the server starts; of several servers with other settings, the last one counts.
 */
export async function saveSettings(
  database: Database,
  config: Parameters<typeof knownProviders>[0] & {
    organisation: OrganisationMode | undefined
    accessTokenSeconds: number
  },
): Promise<void> {
  const values = [config.organisation ?? null, config.accessTokenSeconds, knownProviders(config)]
  await database.owner('update auth.installation set chosen_mode = $1, token_seconds = $2, providers = $3', values)
}

/** What anyone may know before they sign up. */
export async function readOrganisationFacts(database: Database): Promise<OrganisationFacts> {
  const { rows } = await database.owner<OrganisationFacts>(
    `select m.mode, case when m.mode = 'single' then t.name end as name, auth.least_password(null) as least_password,
            not auth.is_claimable() as is_claimed
     from public.tenants t, auth.organisation_mode() as m (mode)
     where t.is_default`,
  )
  const [row] = rows
  if (!row) throw new Error('there is no default organisation')
  return row
}

/**
 * The link that makes the person who opens it, signed in, the administrator of the installation; it replaces those of former starts.
 * @returns undefined where there is an administrator.
 */
export async function makeClaimLink(database: Database, publicUrl: string): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url')
  const { rowCount } = await database.owner('update auth.installation set claim_hash = $1 where auth.is_claimable()', [
    hashOf(secret),
  ])
  // In the fragment, which reaches no log.
  return rowCount === 1 ? `${publicUrl}/claim#${secret}` : undefined
}

/** The same sentence stands in the README, in docs/self-hosting.md and in the quick start. */
export const WHO_BECOMES_ADMINISTRATOR =
  "The first account to sign in on the server's own machine becomes the administrator of the installation while `PUBLIC_URL` is a localhost address; otherwise, sign in and open the link that the server prints when it starts."

/** What a start prints while there is no administrator. @param claimUrl as `makeClaimLink` made it. */
export const claimNotice = (claimUrl: string): string =>
  `This installation has no administrator yet. ${WHO_BECOMES_ADMINISTRATOR.replaceAll('`', '')} That link: ${claimUrl}`

/** Who becomes the first administrator. */
export class Installation {
  readonly #isLocal: boolean

  constructor(publicUrl: string) {
    this.#isLocal = isLocalAddress(publicUrl)
  }

  /** Somebody who signs in on the machine of the server needs no link, while the installation is for that machine only. */
  async claimLocally(db: Transaction, userId: string, client: Client): Promise<void> {
    if (!this.#isLocal || !client.isOwnMachine) return
    // Alone in the organisation, the administrator could claim the installation again.
    if ((await isClaimable(db, userId)) && !(await isAdministrator(db, userId))) await claim(db, userId)
  }

  /** @returns false for a wrong secret, one of a former start, or where somebody else is administrator already. */
  async claimByLink(db: Transaction, userId: string, secret: string): Promise<boolean> {
    // Signing in on the machine itself may have been enough; then the link has nothing left to do.
    if (await isAdministrator(db, userId)) return true
    const { rowCount } = await db.query({
      text: 'select from auth.installation where claim_hash = $1 for update',
      values: [hashOf(secret)],
    })
    return rowCount === 1 && claim(db, userId)
  }
}

async function isAdministrator(db: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from authz.live_roles r join public.tenants t on t.id = r.tenant_id
           where r.user_id = $1 and r.role = 'super_admin' and t.is_default`,
    values: [userId],
  })
  return rowCount === 1
}

async function isClaimable(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_claimable: boolean }>({
    text: 'select auth.is_claimable($1) as is_claimable',
    values: [userId],
  })
  return rows[0]?.is_claimable ?? false
}

async function claim(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_claimed: boolean }>({
    text: 'select auth.claim_installation($1) as is_claimed',
    values: [userId],
  })
  return rows[0]?.is_claimed ?? false
}
