import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault, VaultContext } from '#web/parts/vault/vault-context.ts'
import { EnteredPages } from '#web/parts/rights/reached.tsx'
import type { TenantGuest } from '#web/lib/remote/vault-client.ts'
import { createEntered } from '../../lib/entered/entered-client.ts'
import { enteredPages } from './entered-pages.ts'
import { EntryContext, useEntry } from './entry-context.ts'
import { ENTRY_KEY, entryQuery, guestsQuery } from './entry.queries.ts'

/** Finds out whether this session has entered another organisation before anything of the panel is read. */
export function WithEntry({ children }: { children: ReactNode }) {
  const vault = useVault()
  const { isPending } = usePermissions()
  const mayEnter = useMayEnter()
  const { data: entry = null, isPending: isLooking } = useQuery({ ...entryQuery(vault.tenantLife), enabled: mayEnter })
  const id = entry?.id
  useEndOf(entry?.ends_at)
  const client = useMemo(() => (id === undefined ? null : createEntered(vault, vault.enter(id))), [vault, id])
  const entered = useMemo(() => (entry && client ? { entry, client } : null), [entry, client])
  if (isPending || (mayEnter && isLooking)) return <PageSpinner label={text.loading} />
  return <EntryContext value={entered}>{children}</EntryContext>
}

/** Whether the person may enter other organisations, asked of their own one. */
export function useMayEnter(): boolean {
  const { isOperator, can } = usePermissions()
  return isOperator && can('manage_tenants')
}

/** Super administrators who are in one's own panel now. Within another one, nobody is told. */
export function useGuests(): readonly TenantGuest[] {
  const { tenantLife } = useVault()
  const { can } = usePermissions()
  const isOwn = useEntry() === null
  const { data = [] } = useQuery({ ...guestsQuery(tenantLife), enabled: isOwn && can('manage_users') })
  return data
}

/** Looks again when the time is over. */
function useEndOf(end: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (end === undefined) return undefined
    const look = () => void queries.invalidateQueries({ queryKey: [ENTRY_KEY] })
    const timer = setTimeout(look, Math.max(0, new Date(end).getTime() - Date.now()) + 500)
    return () => clearTimeout(timer)
  }, [end, queries])
}

const ENTERED_PATHS: ReadonlySet<string> = new Set(enteredPages.map(({ path }) => path))

/** Its content asks within the organisation that was entered, and what it reads is kept apart from what is one's own. */
export function EntryScope({ children }: { children: ReactNode }) {
  const entered = useEntry()
  const own = useQueryClient()
  const id = entered?.entry.id
  const queries = useMemo(() => scopeOf(own, id), [own, id])
  if (!entered || !queries) return children
  return (
    <VaultContext key={id} value={entered.client}>
      <EnteredPages value={ENTERED_PATHS}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </EnteredPages>
    </VaultContext>
  )
}

/** One for each entry: the sidebar and the page share it. Nothing is left of an earlier one. */
let kept: { id: string; queries: QueryClient } | undefined

function scopeOf(own: QueryClient, id: string | undefined): QueryClient | undefined {
  if (kept && kept.id !== id) {
    kept.queries.clear()
    kept = undefined
  }
  if (id === undefined) return undefined
  // The class of the client that is there: imported, it would be a file of its own, which the page to sign in fetches too.
  const Queries = own.constructor as typeof QueryClient
  kept ??= { id, queries: new Queries({ defaultOptions: own.getDefaultOptions() }) }
  return kept.queries
}
