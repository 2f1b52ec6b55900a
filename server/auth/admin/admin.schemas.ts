import { z } from 'zod'
import { data, email, password, phone } from '../schemas.ts'

/** `none`, or how long from now. */
const banDuration = z.string().transform((text, check) => {
  if (text === 'none') return null
  const duration = parseDuration(text)
  if (duration !== null) return duration
  check.addIssue('invalid format for ban duration: use none or a duration such as 24h')
  return z.NEVER
})

const fields = {
  email: email.nullish(),
  phone: phone.nullish(),
  password: password.nullish(),
  /** Argon2id in PHC form. */
  password_hash: z.string().startsWith('$argon2id$', 'password_hash must be an Argon2id hash').max(512).nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: data.nullish(),
  app_metadata: data.nullish(),
  role: z.enum(['authenticated', ''], 'Only the role authenticated is supported').nullish(),
  ban_duration: banDuration.nullish(),
}

export const createBody = z.object({ ...fields, id: z.uuid().nullish() })
export const changeBody = z.object(fields)
export type AdminFields = z.output<typeof changeBody>
export const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() })
export const inviteBody = z.object({ email, data: data.nullish() })

const LARGEST_PAGE = 1000
// Clients send empty texts for what was not asked.
const count = (fallback: number, largest: number) =>
  z
    .union([
      z.literal('').transform(() => fallback),
      z.coerce.number().int('must be a whole number').min(1).max(largest),
    ])
    .default(fallback)
export const listQuery = z.object({ page: count(1, 1_000_000), per_page: count(50, LARGEST_PAGE) })

export const LINK_KINDS = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
export const linkBody = z.object({
  type: z.enum(LINK_KINDS),
  email,
  new_email: email.nullish(),
  password: password.nullish(),
  data: data.nullish(),
  redirect_to: z.string().nullish(),
})

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const HUNDRED_YEARS_MS = 100 * 365 * 24 * 3_600_000

/** Reads `24h`, `1h30m` or `90s`, as the administration clients send them. @returns milliseconds, or null when it is no duration. */
function parseDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null
  const total = parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0), 0)
  return total <= HUNDRED_YEARS_MS ? total : null
}
