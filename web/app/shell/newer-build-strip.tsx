import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileWarning, RefreshCw } from 'lucide-react'
import { BUILD_LIST } from '#contract/build-list.ts'
import { isOutdated } from '#web/lib/remote/newer-build.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { useVault } from '../vault-context.ts'

/** Shown once the server has a newer build than this page. The page of before is the one that can still ask whether the log lists it. */
export function NewerBuildStrip() {
  const isShown = useStore(isOutdated)
  const { data } = useQuery({ ...nextBuildQuery(useVault().ledger), enabled: isShown })
  if (!isShown) return null
  const isRefused = data !== undefined && ('problem' in data.log || data.build?.isListed === false)
  const { notListed, listed } = ledger.build.next
  return (
    <Strip Icon={isRefused ? FileWarning : RefreshCw}>
      <span className="min-w-0">{isRefused ? notListed : data?.build ? listed : m.shell.newerBuild}</span>
      <Button variant="outline" size="sm" onClick={() => location.reload()}>
        {m.common.reload}
      </Button>
    </Strip>
  )
}

function nextBuildQuery(vault: VaultClient['ledger']) {
  return queryOptions({
    queryKey: ['next-build'],
    queryFn: async () => {
      const response = await fetch(BUILD_LIST, { cache: 'no-store' })
      if (!response.ok) throw new Error(`${BUILD_LIST} answered ${response.status}`)
      return vault.build(await response.text())
    },
  })
}
