import { z } from 'zod'
import type { Signer } from '#crypto/index.ts'
import type { Place } from '../../storage/places/place.ts'
import { readSigned, writeSigned } from '../manifest.ts'
import { WAL } from './archive-names.ts'

const FOLDER = 'archive'
const NOTE = 'cluster.json'

const clusterShape = z.strictObject({
  format: z.literal('quantumshield-cluster-1'),
  /** As `initdb` drew it. */
  system: z.string().regex(/^\d+$/),
  /** A recovery begins another one, with pieces that have the numbers of those that it leaves. */
  timeline: z.string().regex(/^[0-9A-F]{8}$/),
})
export type Cluster = Omit<z.infer<typeof clusterShape>, 'format'>

/** Of the database that answers. */
export const CLUSTER = `select system_identifier::text as system, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline from pg_control_system()`

/**
 * Notes in a place whose log it keeps: pieces are named alike in every cluster, and would replace those of another one.
 * @throws {Error} when it keeps that of another cluster, or of the same one before it was recovered.
 */
export async function claimPlace(place: Place, cluster: Cluster, signer: Signer): Promise<void> {
  if (await refuseOtherCluster(place, cluster)) return
  await writeSigned(place, `${FOLDER}/${NOTE}`, { format: 'quantumshield-cluster-1', ...cluster }, signer)
}

/** @returns false where the place keeps no log yet. @throws {Error} as `claimPlace`. */
export async function refuseOtherCluster(place: Place, { system, timeline }: Cluster): Promise<boolean> {
  if (!(await place.list(FOLDER)).has(NOTE)) {
    if ((await place.list(WAL)).size === 0) return false
    throw new Error(`${place.address} holds an archive and does not say of which database. ${MEND}`)
  }
  const noted = clusterShape.parse(await readSigned(place, `${FOLDER}/${NOTE}`, undefined))
  if (noted.system !== system) throw new Error(`${place.address} holds the archive of another database. ${MEND}`)
  if (noted.timeline !== timeline)
    throw new Error(`${place.address} holds the archive of this database before it was recovered. ${MEND}`)
  return true
}

const MEND = 'Set ARCHIVE_TO to another place, or another prefix, and take a backup there.'
