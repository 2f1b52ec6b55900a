import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'

/** Spans of what this process does, on their way to a collector. What they say is in docs/self-hosting.md, and nothing else. */
export type Tracing = {
  /** One span for each request. Add it before hooks that refuse. */
  traceRequests: (app: FastifyInstance) => void
  /** One span for each transaction of a request or a job. */
  traceDatabase: (database: Database) => void
  /** One span for each call of a bucket in a request or a job. */
  traceBucket: (store: BlobStore) => BlobStore
  /** One span for each run of a job. */
  traceTasks: (tasks: Tasks) => Tasks
  /** Sends what waits. */
  end: () => Promise<void>
}
