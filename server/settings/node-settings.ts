import { z } from 'zod'
import { LEAST_CONNECTIONS, POOL_CONNECTIONS } from '../db/pool-sizes.ts'
import { addressLike } from './checks.ts'

const KEY_BYTES = 32
const ROLES = ['all', 'api', 'worker'] as const
/** What servers of different roles have to share, as their disks differ: DATA_DIR is for one server. */
const SHARED_BY_ROLES = ['DATABASE_URL', 'S3_BUCKET', 'SECRETS_KEY'] as const

/** What a node knows of its installation by its settings. */
export const nodeSettings = {
  DATABASE_URL: addressLike('postgresql://user:password@host/database', /^postgres(ql)?$/).optional(),
  /** PostgreSQL itself, where DATABASE_URL leads to a pooler: for LISTEN, migrations, jobs and locks of a session. */
  DATABASE_DIRECT_URL: addressLike('postgresql://user:password@host/database', /^postgres(ql)?$/).optional(),
  /** Connections that the pools of one server may open, all together. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(LEAST_CONNECTIONS).max(1000).default(POOL_CONNECTIONS),
  /** `api` answers people and does no work in the background, `worker` does that and answers nobody, `all` does both. */
  ROLE: z.enum(ROLES).default('all'),
  /** Seals the secrets of the installation, which then lie in the database for all nodes. */
  SECRETS_KEY: z
    .string()
    .trim()
    .refine((text) => decoded(text).length === KEY_BYTES && decoded(text).toString('base64') === text, {
      error: 'must be 32 random bytes in base64; npm run -s secrets -- new-key makes them',
    })
    .optional(),
}

export type NodeSettings = {
  databaseUrl: string | undefined
  /** Undefined: `databaseUrl` is no pooler. */
  databaseDirectUrl: string | undefined
  databasePoolSize: number
  role: (typeof ROLES)[number]
  /** Undefined: secrets lie in DATA_DIR. */
  secretsKey: Buffer | undefined
}

const settings = z.object(nodeSettings)

/** @throws {Error} when a part of an installation lacks what it has to share with the other parts. */
export function readNode(s: z.infer<typeof settings> & { S3_BUCKET?: string | undefined }): NodeSettings {
  const missing = SHARED_BY_ROLES.filter((name) => !s[name])
  if (s.ROLE !== 'all' && missing.length > 0)
    throw new Error(
      `Bad configuration: ROLE=${s.ROLE} needs ${missing.join(', ')}, because servers of both roles share the database, the content and the secrets`,
    )
  if (s.DATABASE_DIRECT_URL && !s.DATABASE_URL)
    throw new Error('Bad configuration: DATABASE_DIRECT_URL is for a database that DATABASE_URL names')
  return {
    databaseUrl: s.DATABASE_URL,
    databaseDirectUrl: s.DATABASE_DIRECT_URL,
    databasePoolSize: s.DATABASE_POOL_SIZE,
    role: s.ROLE,
    secretsKey: s.SECRETS_KEY === undefined ? undefined : decoded(s.SECRETS_KEY),
  }
}

function decoded(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
