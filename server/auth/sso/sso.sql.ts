import type { Transaction } from '#server/db/database.ts'
import type { Challenge } from '../links/pkce.ts'

export type AttributeMapping = {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>
}

type SsoDomain = { id: string; domain: string; created_at: string; updated_at: string }

export type SsoProviderRow = {
  id: string
  resource_id: string | null
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping
  name_id_format: string | null
  domains: SsoDomain[]
  created_at: Date
  updated_at: Date
}

const PROVIDER = `select p.id, p.resource_id, p.entity_id, p.metadata_xml, p.metadata_url, p.attribute_mapping,
    p.name_id_format, p.created_at, p.updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.domain, 'created_at', d.created_at,
                                                  'updated_at', d.updated_at) order by d.domain)
              from auth.sso_domains d where d.sso_provider_id = p.id), '[]') as domains
  from auth.sso_providers p`

export async function hasSsoProvider(db: Transaction): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'select from auth.sso_providers limit 1' })
  return rowCount === 1
}

export async function listSsoProviders(db: Transaction, resourceId?: string): Promise<SsoProviderRow[]> {
  const { rows } = await db.query<SsoProviderRow>({
    text: `${PROVIDER} where $1::text is null or p.resource_id = $1 order by p.created_at, p.id`,
    values: [resourceId ?? null],
  })
  return rows
}

export async function findSsoProvider(db: Transaction, id: string): Promise<SsoProviderRow | undefined> {
  const { rows } = await db.query<SsoProviderRow>({ text: `${PROVIDER} where p.id = $1`, values: [id] })
  return rows[0]
}

/** @param domain in lower case. */
export async function findSsoProviderByDomain(db: Transaction, domain: string): Promise<SsoProviderRow | undefined> {
  const { rows } = await db.query<SsoProviderRow>({
    text: `${PROVIDER} join auth.sso_domains s on s.sso_provider_id = p.id where s.domain = $1`,
    values: [domain],
  })
  return rows[0]
}

export type SsoProviderFields = Pick<
  SsoProviderRow,
  'resource_id' | 'entity_id' | 'metadata_xml' | 'metadata_url' | 'attribute_mapping' | 'name_id_format'
>

/** @returns its id. @throws {DatabaseError} 23505 when the entity or the resource is known. */
export async function insertSsoProvider(db: Transaction, fields: SsoProviderFields): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into auth.sso_providers (resource_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
           values ($1, $2, $3, $4, $5, $6)
           returning id`,
    values: valuesOf(fields),
  })
  const [row] = rows
  if (!row) throw new Error('a new provider was not returned')
  return row.id
}

/** @throws {DatabaseError} 23505 when the resource is known. */
export async function updateSsoProvider(db: Transaction, id: string, fields: SsoProviderFields): Promise<void> {
  await db.query({
    text: `update auth.sso_providers
           set resource_id = $1, entity_id = $2, metadata_xml = $3, metadata_url = $4, attribute_mapping = $5,
               name_id_format = $6, updated_at = now()
           where id = $7`,
    values: [...valuesOf(fields), id],
  })
}

const valuesOf = (fields: SsoProviderFields): unknown[] => [
  fields.resource_id,
  fields.entity_id,
  fields.metadata_xml,
  fields.metadata_url,
  fields.attribute_mapping,
  fields.name_id_format,
]

/** @throws {DatabaseError} 23505 when another provider has one of them. */
export async function setSsoDomains(db: Transaction, id: string, domains: string[]): Promise<void> {
  await db.query({
    text: 'delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)',
    values: [id, domains],
  })
  await db.query({
    text: `insert into auth.sso_domains (sso_provider_id, domain)
           select $1, d.domain
           from unnest($2::text[]) as d (domain)
           where not exists (select from auth.sso_domains s where s.sso_provider_id = $1 and s.domain = d.domain)`,
    values: [id, domains],
  })
}

export async function deleteSsoProvider(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.sso_providers where id = $1', values: [id] })
}

export type NewSsoRequest = {
  providerId: string
  requestId: string
  relayHash: Buffer
  browserHash: Buffer
  redirectTo: string
  challenge: Challenge | undefined
  lifeSeconds: number
}

export async function insertSsoRequest(db: Transaction, request: NewSsoRequest): Promise<void> {
  await db.query({
    text: `insert into auth.sso_requests (sso_provider_id, request_id, relay_hash, browser_hash, redirect_to,
                                          code_challenge, code_challenge_method, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    values: [
      request.providerId,
      request.requestId,
      request.relayHash,
      request.browserHash,
      request.redirectTo,
      request.challenge?.codeChallenge ?? null,
      request.challenge?.codeChallengeMethod ?? null,
      request.lifeSeconds,
    ],
  })
}

export type SsoRequestRow = {
  id: string
  sso_provider_id: string
  request_id: string
  redirect_to: string
  code_challenge: string | null
  code_challenge_method: Challenge['codeChallengeMethod'] | null
  created_at: Date
  is_used: boolean
  is_expired: boolean
}

export async function findSsoRequest(db: Transaction, relayHash: Buffer): Promise<SsoRequestRow | undefined> {
  const { rows } = await db.query<SsoRequestRow>({
    text: `select id, sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, created_at,
             used_at is not null as is_used, expires_at <= now() as is_expired
           from auth.sso_requests
           where relay_hash = $1`,
    values: [relayHash],
  })
  return rows[0]
}

/** @returns false when another answer used it first. */
export async function useSsoRequest(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update auth.sso_requests set used_at = now() where id = $1 and used_at is null and expires_at > now()',
    values: [id],
  })
  return rowCount === 1
}

/** Lets the browser that began collect the session of `userId`, with the secret behind `pickupHash`. */
export async function offerSsoSession(
  db: Transaction,
  { id, userId, pickupHash }: { id: string; userId: string; pickupHash: Buffer },
): Promise<void> {
  await db.query({
    text: 'update auth.sso_requests set user_id = $2, pickup_hash = $3 where id = $1',
    values: [id, userId, pickupHash],
  })
}

export type SsoOffer = {
  id: string
  user_id: string
  sso_provider_id: string
  redirect_to: string
  browser_hash: Buffer
}

export async function findSsoOffer(db: Transaction, pickupHash: Buffer): Promise<SsoOffer | undefined> {
  const { rows } = await db.query<SsoOffer>({
    text: `select id, user_id, sso_provider_id, redirect_to, browser_hash
           from auth.sso_requests
           where pickup_hash = $1 and user_id is not null and expires_at > now()`,
    values: [pickupHash],
  })
  return rows[0]
}

/** @returns false when it was collected before. */
export async function takeSsoOffer(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update auth.sso_requests set pickup_hash = null, user_id = null where id = $1 and pickup_hash is not null',
    values: [id],
  })
  return rowCount === 1
}
