import { queryOptions } from '@tanstack/react-query'
import type { SettingsClient } from '#web/lib/vault-client.ts'

export function profileQuery(settings: SettingsClient) {
  return queryOptions({ queryKey: ['settings', 'profile'], queryFn: settings.profile })
}

export function billerQuery(settings: SettingsClient) {
  return queryOptions({ queryKey: ['settings', 'biller'], queryFn: settings.biller, staleTime: Infinity })
}

export function subscriptionQuery(settings: SettingsClient) {
  return queryOptions({ queryKey: ['settings', 'subscription'], queryFn: settings.subscription, staleTime: 0 })
}
