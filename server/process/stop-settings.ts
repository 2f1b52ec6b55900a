import { z } from 'zod'

export type StopSettings = {
  /** How long requests are still taken after `/readyz` says no, so that a load balancer has seen it. */
  delaySeconds: number
  /** How long requests that were begun may take. */
  limitSeconds: number
}

/** Settings of the end of the process. */
export const stopSettings = {
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  STOP_LIMIT_SECONDS: z.coerce.number().positive().max(3600).default(30),
}

export const readStop = (settings: { STOP_DELAY_SECONDS: number; STOP_LIMIT_SECONDS: number }): StopSettings => ({
  delaySeconds: settings.STOP_DELAY_SECONDS,
  limitSeconds: settings.STOP_LIMIT_SECONDS,
})
