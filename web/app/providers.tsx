import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { spoken } from '#web/messages/languages/speak.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { CspSafeStyles } from '#web/ui/layout/csp-safe-styles.tsx'
import { Toaster } from '#web/ui/overlay/toast.tsx'
import { TooltipProvider } from '#web/ui/overlay/tooltip.tsx'
import { queries } from './queries.ts'
import { guardedClient } from '#web/lib/account/protection/guarded-client.ts'
import { VaultContext } from '#web/parts/vault/vault-context.ts'

/** What every screen may rely on. */
export function Providers({ client, children }: { client: VaultClient; children: ReactNode }) {
  const guarded = useMemo(() => guardedClient(client), [client])
  return (
    <CspSafeStyles>
      <VaultContext value={guarded}>
        <QueryClientProvider client={queries}>
          {/* Screens read their words as they render, and render again in another language. */}
          <TooltipProvider key={useStore(spoken)}>
            <Toaster>{children}</Toaster>
          </TooltipProvider>
        </QueryClientProvider>
      </VaultContext>
    </CspSafeStyles>
  )
}
