import { z } from 'zod'
import {
  MAX_NOTE_CHARACTERS,
  MAX_REVIEW_NAME_CHARACTERS,
  MAX_REVIEWERS,
  OFFBOARDING_ENDINGS,
} from '#contract/reviews/reviews.ts'

const id = z.uuid().lowercase()
const common = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_REVIEW_NAME_CHARACTERS)
    .regex(/^\P{Cc}*$/u),
  due_on: z.iso.date(),
  covers_roles: z.boolean(),
  covers_spaces: z.boolean(),
  reviewers: z.array(id).min(1).max(MAX_REVIEWERS),
}
export const newReview = z
  .discriminatedUnion('scope', [
    z.strictObject({ ...common, scope: z.enum(['people', 'guests']) }),
    z.strictObject({ ...common, scope: z.literal('team'), team: id }),
    z.strictObject({ ...common, scope: z.literal('role'), role: z.string().regex(/^[a-z_]{1,40}$/) }),
  ])
  .refine(({ covers_roles: roles, covers_spaces: spaces }) => roles || spaces)
export type NewReview = z.output<typeof newReview>
export const decision = z.strictObject({
  decision: z.enum(['keep', 'remove']),
  note: z.string().trim().max(MAX_NOTE_CHARACTERS).default(''),
})

export const newOffboarding = z.strictObject({
  person: id,
  ending: z.enum(OFFBOARDING_ENDINGS),
  /** Another manager for each space that the person manages, by the id of the space. */
  successors: z.record(id, id),
  leaves_unmanaged: z.boolean(),
})
export type NewOffboarding = z.output<typeof newOffboarding>
