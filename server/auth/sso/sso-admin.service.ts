import { DatabaseError } from 'pg'
import type { AuthEventType } from '#contract/audit/audit-events.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { ownerOf } from '../account/users.sql.ts'
import { fetchIdpMetadata, type IdpMetadata, readIdpMetadata } from './idp-metadata.ts'
import type { SsoProviderInput } from './sso-admin.schemas.ts'
import {
  type AttributeMapping,
  deleteSsoProvider,
  findSsoProvider,
  insertSsoProvider,
  listSsoProviders,
  setSsoDomains,
  type SsoProviderFields,
  type SsoProviderRow,
  updateSsoProvider,
} from './sso.sql.ts'

type Presented = Record<string, unknown>

export async function listSsoProvidersAsAdmin(context: AuthContext, resourceId?: string): Promise<Presented[]> {
  return (await listSsoProviders(ownerOf(context.database), resourceId)).map(present)
}

/** @throws {AuthError} `sso_provider_not_found` */
export async function readSsoProvider(context: AuthContext, id: string): Promise<Presented> {
  return present(await require(ownerOf(context.database), id))
}

/**
 * Adds an identity provider by its metadata.
 * @throws {AuthError} `validation_failed`, `saml_metadata_fetch_failed`, `saml_idp_already_exists`,
 *   `sso_domain_already_exists`
 */
export async function addSsoProvider(
  context: AuthContext,
  input: SsoProviderInput,
  client: Client,
): Promise<Presented> {
  const metadata = await obtainMetadata(context, input)
  if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
  return translated(() =>
    context.database.asOwner(async (db) => {
      const id = await insertSsoProvider(db, { ...optionsOf(input), ...metadata.columns })
      await setSsoDomains(db, id, [...new Set(input.domains)])
      await record(db, 'sso.provider_added', id, client)
      return present(await require(db, id))
    }),
  )
}

/**
 * Changes what `input` names. Another entity is another provider: its people would not be the same.
 * @throws {AuthError} as `addSsoProvider`, and `sso_provider_not_found`
 */
export async function changeSsoProvider(
  context: AuthContext,
  { id, input, client }: { id: string; input: SsoProviderInput; client: Client },
): Promise<Presented> {
  const metadata = await obtainMetadata(context, input)
  return translated(() =>
    context.database.asOwner(async (db) => {
      const known = await require(db, id)
      if (metadata && metadata.columns.entity_id !== known.entity_id) {
        throw invalid('All metadata of a provider must name the same entity: add another provider instead')
      }
      const given = Object.entries(optionsOf(input)).filter(
        ([name]) => input[name as keyof SsoProviderInput] !== undefined,
      )
      await updateSsoProvider(db, id, { ...known, ...Object.fromEntries(given), ...metadata?.columns })
      if (input.domains) await setSsoDomains(db, id, [...new Set(input.domains)])
      await record(db, 'sso.provider_changed', id, client)
      return present(await require(db, id))
    }),
  )
}

/** Removes a provider. Accounts stay, without a way in through it. @throws {AuthError} `sso_provider_not_found` */
export async function removeSsoProvider(context: AuthContext, id: string, client: Client): Promise<Presented> {
  return context.database.asOwner(async (db) => {
    const known = await require(db, id)
    await deleteSsoProvider(db, id)
    await record(db, 'sso.provider_removed', id, client)
    return present(known)
  })
}

type Metadata = { columns: Pick<SsoProviderFields, 'entity_id' | 'metadata_xml' | 'metadata_url'> }

async function obtainMetadata(
  { outbound }: AuthContext,
  { metadata_xml: xml, metadata_url: url }: SsoProviderInput,
): Promise<Metadata | undefined> {
  if (xml && url) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  const text = xml ?? (url ? await fetchMetadata(outbound, url) : undefined)
  if (text === undefined) return undefined
  const { entityId } = await readMetadata(text)
  return { columns: { entity_id: entityId, metadata_xml: text, metadata_url: url ?? null } }
}

async function fetchMetadata(outbound: Outbound, url: string): Promise<string> {
  try {
    return await fetchIdpMetadata(outbound, url)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'no answer'
    throw new AuthError(400, 'saml_metadata_fetch_failed', `Unable to fetch metadata: ${reason}`, {}, { cause })
  }
}

async function readMetadata(xml: string): Promise<IdpMetadata> {
  try {
    return await readIdpMetadata(xml)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0]?.slice(0, 200) : 'unreadable'
    throw new AuthError(400, 'validation_failed', `SAML metadata: ${reason}`, {}, { cause })
  }
}

function optionsOf(
  input: SsoProviderInput,
): Pick<SsoProviderFields, 'resource_id' | 'attribute_mapping' | 'name_id_format'> {
  return {
    resource_id: input.resource_id ?? null,
    // Without the undefined members that a schema leaves.
    attribute_mapping: JSON.parse(JSON.stringify(input.attribute_mapping ?? {})) as AttributeMapping,
    name_id_format: input.name_id_format ?? null,
  }
}

async function require(db: Transaction, id: string): Promise<SsoProviderRow> {
  const known = await findSsoProvider(db, id)
  if (!known) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider')
  return known
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof DatabaseError ? error.constraint : undefined
    if (constraint === 'sso_providers_entity_key') {
      throw new AuthError(422, 'saml_idp_already_exists', 'SAML Identity Provider already exists', {}, { cause: error })
    }
    if (constraint === 'sso_providers_resource_key') {
      throw new AuthError(422, 'validation_failed', 'resource_id belongs to another provider', {}, { cause: error })
    }
    if (constraint === 'sso_domains_domain_key') {
      throw new AuthError(
        422,
        'sso_domain_already_exists',
        'A domain belongs to another provider',
        {},
        { cause: error },
      )
    }
    throw error
  }
}

function record(db: Transaction, type: AuthEventType, id: string, client: Client): Promise<void> {
  return recordEvent(db, { type, userId: null, client, details: { by: 'admin', provider_id: id } })
}

function present(row: SsoProviderRow): Presented {
  return {
    id: row.id,
    ...(row.resource_id !== null && { resource_id: row.resource_id }),
    disabled: false,
    saml: {
      entity_id: row.entity_id,
      metadata_xml: row.metadata_xml,
      ...(row.metadata_url !== null && { metadata_url: row.metadata_url }),
      attribute_mapping: row.attribute_mapping,
      ...(row.name_id_format !== null && { name_id_format: row.name_id_format }),
    },
    domains: row.domains,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
