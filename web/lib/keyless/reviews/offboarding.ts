import { z } from 'zod'
import { OFFBOARDING_ENDINGS, OFFBOARDING_STEPS, type OffboardingEnding } from '#contract/reviews/reviews.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/reviews/v1'

const facts = z.object({
  sessions: z.number(),
  devices: z.number(),
  links: z.number(),
  requests: z.number(),
  roles: z.array(z.string()),
  shares: z.number(),
  files: z.number(),
  can_be_recovered: z.boolean(),
  is_me: z.boolean(),
  is_last_owner: z.boolean(),
  spaces: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      people: z.number(),
      managers: z.array(z.object({ id: z.string(), email: z.string() })),
    }),
  ),
})
/** What would end if somebody left. */
export type OffboardingFacts = z.output<typeof facts>

const offboarding = z.object({
  id: z.string(),
  person_id: z.string().nullable(),
  person_name: z.string(),
  person_email: z.string(),
  ending: z.enum(OFFBOARDING_ENDINGS),
  starter: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.enum(OFFBOARDING_STEPS),
      state: z.enum(['pending', 'done', 'failed']),
      reason: z.enum(['last_owner', 'owner_only', 'gone']).nullable(),
      ended: z.number().nullable(),
    }),
  ),
  spaces: z.array(
    z.object({ space_id: z.string(), successor: z.string(), is_managed: z.boolean(), left_at: z.string().nullable() }),
  ),
})
/** Somebody who leaves, and how far that is. */
export type Offboarding = z.output<typeof offboarding>
const page = z.object({ offboardings: z.array(offboarding), after: z.string().nullable() })
const started = z.object({ id: z.string() })

export type NewOffboarding = {
  person: string
  ending: OffboardingEnding
  /** Another manager for each space that the person manages. */
  successors: Readonly<Record<string, string>>
  leaves_unmanaged: boolean
}

/** @throws {VaultError} `entry_gone` */
export async function countOffboarding(api: VaultApi, person: string): Promise<OffboardingFacts> {
  return facts.parse(await read(api, `/people/${person}/offboarding`))
}

/** Newest first. */
export async function listOffboardings(api: VaultApi, after?: string) {
  return page.parse(await read(api, `/offboardings${after === undefined ? '' : `?after=${after}`}`))
}

/** Writes down what is meant and does it, step by step. @returns how far it came */
export async function offboard(api: VaultApi, given: NewOffboarding): Promise<Offboarding> {
  return resumeOffboarding(api, started.parse(await api.post(`${PATH}/offboardings`, given)).id)
}

/** Does what is not done yet. */
export async function resumeOffboarding(api: VaultApi, id: string): Promise<Offboarding> {
  return offboarding.parse(await api.post(`${PATH}/offboardings/${id}/steps`, {}))
}

/** The report as CSV; its hash is in the audit log. */
export async function exportOffboarding(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/offboardings/${id}/export`, { method: 'GET' })).blob()
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
}
