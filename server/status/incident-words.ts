import { STATUS_SERVICES, type IncidentSeverity, type ServiceId } from '#contract/status.ts'

/** How much of the product stands still without a service. */
export const SEVERITY: Record<ServiceId, IncidentSeverity> = {
  api: 'critical',
  database: 'critical',
  storage: 'high',
  auth: 'high',
  mail: 'medium',
  ai: 'low',
  ledger: 'medium',
}

/** What the page and the mails say of an incident that the probes opened. Plain: what was seen, since when, what comes next. */
export function openedWords(
  cause: ServiceId,
  services: readonly ServiceId[],
  since: Date,
): { title: string; text: string } {
  return {
    title: `${nameOf(cause)}: outage`,
    text: [
      `Since ${timeOf(since)}, the checks of ${listed(services.map(nameOf))} have failed. They run every 30 seconds.`,
      `This incident was opened by rule after two minutes, and is closed when every check of ${nameOf(cause)} has passed for five minutes.`,
    ].join(' '),
  }
}

export const closedText = (service: ServiceId, since: Date): string =>
  `Every check of ${nameOf(service)} has passed for five minutes, since ${timeOf(since)}.`

/** `2026-11-21 17:30 UTC` */
export const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const nameOf = (service: ServiceId): string => STATUS_SERVICES.find(({ id }) => id === service)?.name ?? service

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
