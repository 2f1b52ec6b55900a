import { queryOptions } from '@tanstack/react-query'
import type { AudienceRules, VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '#web/parts/query/pages-query.ts'

const KEY = 'newsletters'
/** Mails leave each minute. */
const LIVE_MS = 10_000

type Client = VaultClient['newsletters']

export function newslettersQuery(newsletters: Client) {
  return pagesQuery([KEY, 'list'], (after) => newsletters.list(after), { refetchInterval: LIVE_MS })
}

export function newsletterQuery(newsletters: Client, id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: () => newsletters.read(id),
    // What somebody writes is not exchanged under their hands.
    refetchInterval: ({ state: { data } }) => (data?.status === 'draft' ? false : LIVE_MS),
  })
}

/** @param version grows with each saving */
export function previewQuery(newsletters: Client, id: string, version: number) {
  return queryOptions({ queryKey: [KEY, 'preview', id, version], queryFn: () => newsletters.preview(id), gcTime: 0 })
}

export function mailSettingsQuery(newsletters: Client) {
  return queryOptions({ queryKey: [KEY, 'settings'], queryFn: () => newsletters.settings() })
}

export function audiencesQuery(newsletters: Client) {
  return queryOptions({ queryKey: ['audiences'], queryFn: () => newsletters.audiences() })
}

export function formsQuery(newsletters: Client) {
  return queryOptions({ queryKey: ['landing-forms'], queryFn: () => newsletters.forms() })
}

export function audienceCountQuery(newsletters: Client, rules: AudienceRules) {
  return queryOptions({ queryKey: ['audiences', 'count', rules], queryFn: () => newsletters.countAudience(rules) })
}
