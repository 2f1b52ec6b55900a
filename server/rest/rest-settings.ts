import { z } from 'zod'
import type { RestSettings } from './planner.ts'

const flag = z.stringbool().default(false)
/** What the server keeps for itself; tables there are protected by not being exposed. */
const OWN_SCHEMAS =
  /^(pg_.*|information_schema|auth|authz|audit|storage|notify|billing|status|meta|mail|realtime|ledger|streams|threats|checks|scim|growth|panel|reviews|seo|keywords|studio|documentation|training|sales|partners|invoicing|graphile_worker)$/

/** Settings of rest/v1. */
export const restSettings = {
  /** Schemas beside `public`, comma separated, which requests name in `Accept-Profile` and `Content-Profile`. */
  REST_SCHEMAS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .refine(
      (names) => names.every((name) => !OWN_SCHEMAS.test(name)),
      'names a schema that the server keeps for itself',
    ),
  /** Rows of one answer at most. */
  REST_MAX_ROWS: z.coerce.number().int().positive().default(1000),
  /** Bytes of one answer at most. */
  REST_MAX_ANSWER_BYTES: z.coerce
    .number()
    .int()
    .min(65_536)
    .max(1_000_000_000)
    .default(16 * 1024 * 1024),
  /** Allow sum(), avg(), max(), min() and grouped count(), which can be costly. */
  REST_AGGREGATES: flag,
  /** Answer `Accept: application/vnd.pgrst.plan` with how PostgreSQL would run the statement; it tells of rows nobody may read. */
  REST_PLANS: flag,
  /** Honour `Prefer: tx=rollback`, for tests against a running server. */
  REST_TX_ROLLBACK: flag,
}

const shape = z.object(restSettings)

export const readRest = (s: z.output<typeof shape>): RestSettings => ({
  schemas: [...new Set(['public', ...s.REST_SCHEMAS])],
  maxRows: s.REST_MAX_ROWS,
  maxBytes: s.REST_MAX_ANSWER_BYTES,
  allowsAggregates: s.REST_AGGREGATES,
  allowsPlans: s.REST_PLANS,
  allowsRollback: s.REST_TX_ROLLBACK,
})
