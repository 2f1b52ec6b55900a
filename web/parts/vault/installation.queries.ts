import { queryOptions } from '@tanstack/react-query'
import type { InstallationClient } from '#web/lib/remote/vault-client.ts'

export function installationQuery(installation: InstallationClient) {
  return queryOptions({ queryKey: ['installation'], queryFn: installation.facts, staleTime: Infinity })
}
