import type { Database } from '../db/database.ts'

/** Vectors that are kept of one organisation, 1.5 KB each. */
export const MAX_KEPT_VECTORS = 40_000
const KEPT_DAYS = 90

/** Vectors that are known, by key. */
export async function readVectors(
  database: Database,
  tenant: string,
  keys: readonly Buffer[],
): Promise<Map<string, Float32Array>> {
  const { rows } = await database.owner<{ key: Buffer; vector: Buffer }>(
    'select key, vector from keywords.vectors where tenant_id = $1 and key = any ($2::bytea[])',
    [tenant, keys],
  )
  return new Map(rows.map(({ key, vector }) => [key.toString('hex'), new Float32Array(new Uint8Array(vector).buffer)]))
}

/** Keeps vectors, and notes that the known ones among them were used today. */
export async function keepVectors(
  database: Database,
  tenant: string,
  vectors: readonly { key: Buffer; vector: Float32Array }[],
): Promise<void> {
  await database.owner(
    `insert into keywords.vectors (tenant_id, key, vector)
     select $1, g.key, g.vector from unnest($2::bytea[], $3::bytea[]) as g (key, vector)
     where exists (select from public.tenants t where t.id = $1)
     order by g.key
     on conflict (tenant_id, key) do update set used_on = current_date where vectors.used_on < current_date`,
    [
      tenant,
      vectors.map(({ key }) => key),
      vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
    ],
  )
}

/** Forgets what nobody used for a season, and what an organisation has beyond its limit, oldest first. */
export async function forgetVectors(database: Database): Promise<void> {
  await database.owner('delete from keywords.vectors where used_on < current_date - $1::integer', [KEPT_DAYS])
  await database.owner(
    `delete from keywords.vectors v using (
       select tenant_id, key, row_number() over (partition by tenant_id order by used_on desc, key) as nth from keywords.vectors) o
     where o.nth > $1 and v.tenant_id = o.tenant_id and v.key = o.key`,
    [MAX_KEPT_VECTORS],
  )
}
