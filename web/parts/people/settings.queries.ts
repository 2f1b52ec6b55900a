import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { settings as words } from '#web/messages/settings.ts'

export function profileQuery(settings: VaultClient['settings']) {
  return queryOptions({
    queryKey: ['settings', 'profile'],
    queryFn: () => settings.profile(),
    meta: { failed: words.profileForm.loadFailed },
  })
}

export function subscriptionQuery(settings: VaultClient['settings']) {
  return queryOptions({
    queryKey: ['settings', 'subscription'],
    queryFn: () => settings.subscription(),
    staleTime: 0,
    meta: { failed: words.plans.loadFailed },
  })
}
