import { z } from 'zod'
import { PRESENCE_BYTES, REALTIME_LIMITS } from '../realtime-limits.ts'

const name = z.string().min(1).max(128)

const wantedChange = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']).optional(),
  schema: name.optional(),
  table: name.optional(),
  filter: z.string().max(2000).optional(),
  select: z
    .array(name)
    .min(1)
    .max(200)
    .transform((names) => [...new Set(names)])
    .optional(),
})
/** Changes that a channel asks for, as its client wrote them: the reply repeats the fields. */
export type WantedChange = z.infer<typeof wantedChange>

const config = z.object({
  broadcast: z
    .object({ self: z.boolean().default(false), ack: z.boolean().default(false), replay: z.unknown().optional() })
    .prefault({}),
  presence: z
    .object({
      key: z
        .string()
        .refine((key) => Buffer.byteLength(key) <= PRESENCE_BYTES, 'too long')
        .nullish(),
      enabled: z.boolean().default(false),
    })
    .prefault({}),
  private: z.boolean().default(false),
  postgres_changes: z.array(wantedChange.nullable()).max(REALTIME_LIMITS.changesPerChannel).default([]),
  postgres_changes_options: z.object({ wait: z.boolean().default(false) }).prefault({}),
})

/** What a channel keeps of its config for as long as it is open: nothing of the length that its client chooses. */
export type ChannelSettings = {
  private: boolean
  broadcast: { self: boolean; ack: boolean }
  presence: { enabled: boolean }
  listensToChanges: boolean
}

export type Join = {
  settings: ChannelSettings
  presenceKey: string | undefined
  wanted: WantedChange[]
  /** Refuses the join where the changes cannot be had. */
  needsChanges: boolean
  wantsReplay: boolean
  token: string | undefined
}

const join = z.object({
  config: config.prefault({}),
  access_token: z.string().max(8192).nullish(),
  user_token: z.string().max(8192).nullish(),
})

/** @returns undefined for what no client of this protocol sends. */
export function readJoin(payload: unknown): Join | undefined {
  const parsed = join.safeParse(payload)
  if (!parsed.success) return undefined
  const { config, access_token, user_token } = parsed.data
  const { broadcast, presence } = config
  const wanted = config.postgres_changes.filter((change) => change !== null)
  return {
    settings: {
      private: config.private,
      broadcast: { self: broadcast.self, ack: broadcast.ack },
      presence: { enabled: presence.enabled },
      listensToChanges: wanted.length > 0,
    },
    presenceKey: presence.key || undefined,
    wanted,
    needsChanges: config.postgres_changes_options.wait,
    wantsReplay: broadcast.replay !== undefined,
    token: access_token ?? user_token ?? undefined,
  }
}
