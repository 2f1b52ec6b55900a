import { analytics as words } from '#web/messages/studio/analytics.ts'

const MICROS = 1_000_000

export const whole = (count: number): string => count.toLocaleString('en')

export const seconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : words.seconds((milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 2 }))

/** Of millionths of a dollar; cents that are not there are shown, because single texts cost less than one. */
export const dollars = (micros: number): string =>
  (micros / MICROS).toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: micros > 0 && micros < MICROS ? 4 : 2,
  })

export const percent = (part: number, all: number): string =>
  all === 0 ? '–' : (part / all).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })

/** Every day of the span, also those without a request, in UTC as the server counts them. */
export function daysOf(
  known: readonly { day: string; requests: number }[],
  span: number,
  today = new Date(),
): { day: string; requests: number }[] {
  const counts = new Map(known.map(({ day, requests }) => [day, requests]))
  return Array.from({ length: span }, (_, at) => {
    const moment = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - (span - 1 - at)))
    const day = moment.toISOString().slice(0, 10)
    return { day, requests: counts.get(day) ?? 0 }
  })
}
