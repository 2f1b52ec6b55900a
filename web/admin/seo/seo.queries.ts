import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

const WHILE_RUNNING_MS = 2000

/** The crawls of the public site, newest first. */
export function crawlsQuery(seo: VaultClient['seo']) {
  return queryOptions({
    queryKey: ['seo', 'crawls'],
    queryFn: () => seo.list(),
    refetchInterval: ({ state: { data } }) => (data?.crawls[0]?.status === 'running' ? WHILE_RUNNING_MS : false),
  })
}

/** One crawl with its pages and findings. @param status its results are read when it changes */
export function crawlQuery(seo: VaultClient['seo'], id: string, status: string) {
  return queryOptions({ queryKey: ['seo', 'crawl', id, status], queryFn: () => seo.read(id) })
}

export function redirectsQuery(seo: VaultClient['seo']) {
  return queryOptions({ queryKey: ['seo', 'redirects'], queryFn: () => seo.listRedirects() })
}
