import { queryOptions, useQuery } from '@tanstack/react-query'
import { FileWarning, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { BUILD_LIST } from '#contract/delivery/build-list.ts'
import { isOutdated } from '#web/lib/remote/newer-build.ts'
import { useStore } from '#web/lib/remote/store.ts'
import type { CheckedAnchor, VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Shown once the server has a newer build than this page. The page of before is the one that can still ask whether the log lists it. */
export function NewerBuildStrip() {
  const isShown = useStore(isOutdated)
  const { data } = useQuery({ ...nextBuildQuery(useVault().ledger), enabled: isShown })
  if (!isShown) return null
  const warning = data && warningOf(data)
  return (
    <Strip Icon={warning ? FileWarning : RefreshCw}>
      <span className="min-w-0">{warning ?? (data?.build ? ledger.build.next.listed : m.shell.newerBuild)}</span>
      {warning ? (
        <LoadAnyway warning={warning} />
      ) : (
        <Button variant="outline" size="sm" onClick={() => location.reload()}>
          {m.common.reload}
        </Button>
      )}
    </Strip>
  )
}

/** A page reads the keys at the next sign-in, so one press is not enough. */
function LoadAnyway({ warning }: { warning: string }) {
  const [isAsking, setAsking] = useState(false)
  const { next } = ledger.build
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        {next.anyway}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={next.title}
        text={`${warning} ${next.risk}`}
        confirmLabel={next.anyway}
        cancelLabel={next.stay}
        onConfirm={() => location.reload()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Why not to reload before somebody was asked; undefined where nothing speaks against it. */
function warningOf({ log, build }: CheckedAnchor): string | undefined {
  if ('problem' in log) return `${ledger.problems[log.problem]}. ${ledger.ask}`
  if (log.isAnother) return ledger.build.another
  return build?.isListed === false ? ledger.build.next.notListed : undefined
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
