import { z } from 'zod'
import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import { GgufError } from './own-models/gguf-error.ts'
import { ModelError } from './model-error.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

export const STUDIO_REFUSALS = {
  studio_not_found: [404, 'It is not there, or not any longer'],
  studio_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
  studio_changed: [409, 'Somebody else has changed this meanwhile. Nothing was stored.'],
  key_needed: [422, 'The key was typed for another address. Type it again. Nothing was stored.'],
  model_not_offered: [422, 'This connection offers no such model. Look again at what it offers.'],
  own_models_off: [422, 'The operator of this server does not allow models to be uploaded'],
  model_too_large: [
    422,
    'The file is larger than the models of your organisation may be together. Nothing was stored.',
  ],
  own_models_full: [
    422,
    'Together with those that are here, the models of your organisation would be too large. Remove one first.',
  ],
  model_exceeds_memory: [422, 'The file is larger than the memory of the server. Nothing was stored.'],
  disk_full: [422, 'The disk of the server has no room for this file. Nothing was stored.'],
  upload_not_found: [409, 'This upload has ended, or was begun on another server. Begin again.'],
  wrong_piece: [409, 'This piece does not continue what is there'],
  reauthentication_needed: [400, 'Send the current password, or sign in again'],
  forbidden: [403, 'The studio takes the permission to manage growth'],
} as const

export const STUDIO_SQL_STATES = {
  '42501': 'forbidden',
  '23514': 'bad_request',
  '22P02': 'bad_request',
  '22003': 'bad_request',
  '22007': 'bad_request',
  '22008': 'bad_request',
  // Chosen with this id before.
  '23505': 'studio_changed',
  '23503': 'studio_not_found',
  QS403: 'reauthentication_needed',
  QS404: 'studio_not_found',
  QS470: 'studio_changed',
  QS471: 'key_needed',
  QS472: 'model_not_offered',
  QS473: 'own_models_full',
  PT413: 'studio_limit',
} as const

/** What models and typed addresses fail with, for all rooms of the studio. */
export function asStudioRefusal(error: unknown): Refusal | undefined {
  if (error instanceof ModelError) {
    const message = error.detail === undefined ? `${error.message}.` : `${error.message}: ${error.detail}.`
    return new Refusal(error.httpStatus === 499 ? 400 : error.httpStatus, error.code, message, { cause: error })
  }
  if (error instanceof GgufError) {
    return new Refusal(422, 'no_model_file', `${error.message}. Nothing was kept.`, { cause: error })
  }
  return error instanceof OutboundError ? new Refusal(422, error.code, error.message, { cause: error }) : undefined
}

export const {
  refuse: aiError,
  sendRefusal: sendAiError,
  parse,
  idOf,
  personOf,
} = requestsOf({
  feature: 'ai',
  failed: 'a request about language models failed',
  refusals: STUDIO_REFUSALS,
  sqlStates: STUDIO_SQL_STATES,
  translate: asStudioRefusal,
})

/** A text of one line. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** A text of several. */
export const lines = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)

export const version = z.int().min(1).max(1_000_000_000)
