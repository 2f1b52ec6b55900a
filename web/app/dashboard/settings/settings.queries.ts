import { queryOptions } from '@tanstack/react-query'
import type { SettingsClient } from '#web/lib/vault-client.ts'
import { settings as words } from '#web/messages/settings.ts'

export function profileQuery(settings: SettingsClient) {
  return queryOptions({
    queryKey: ['settings', 'profile'],
    queryFn: settings.profile,
    meta: { failed: words.profileForm.loadFailed },
  })
}

export function billerQuery(settings: SettingsClient) {
  return queryOptions({ queryKey: ['settings', 'biller'], queryFn: settings.biller, staleTime: Infinity })
}

export function subscriptionQuery(settings: SettingsClient) {
  return queryOptions({
    queryKey: ['settings', 'subscription'],
    queryFn: settings.subscription,
    staleTime: 0,
    meta: { failed: words.plans.loadFailed },
  })
}
