import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { ObjectService } from './objects/objects.service.ts'
import type { Reads } from './objects/reads.ts'
import type { SignedTargets } from './objects/signed-targets.ts'
import type { LostContent } from './upkeep/lost-content.ts'

/** What the route files of storage/v1 share. */
export type StorageContext = {
  database: Database
  store: BlobStore
  lost: LostContent
  objects: ObjectService
  reads: Reads
  signed: SignedTargets
  callers: Callers
  maxObjectBytes: number
  bodyIdleMs: number
  /** The caller of a request that must name one. @throws {StorageError} `MissingAuthorization` @throws {CallerError} */
  requireCaller: (request: FastifyRequest) => Promise<Caller>
}
