import { queryOptions } from '@tanstack/react-query'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'

/** Calendars of the organisation, what platforms take, and the model that would write now. */
export const calendarsQuery = (calendars: VaultClient['calendars']) =>
  queryOptions({ queryKey: ['studio-calendars', 'list'], queryFn: () => calendars.list() })

export const calendarQuery = (calendars: VaultClient['calendars'], id: string) =>
  queryOptions({ queryKey: ['studio-calendars', 'open', id], queryFn: () => calendars.read(id) })
