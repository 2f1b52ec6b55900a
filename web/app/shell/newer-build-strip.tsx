import { RefreshCw } from 'lucide-react'
import { isOutdated } from '#web/lib/remote/newer-build.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Strip } from '#web/ui/feedback/notice.tsx'

/** Shown once the server has a newer build than this page. */
export function NewerBuildStrip() {
  if (!useStore(isOutdated)) return null
  return (
    <Strip Icon={RefreshCw}>
      <span className="min-w-0">{m.shell.newerBuild}</span>
      <Button variant="outline" size="sm" onClick={() => location.reload()}>
        {m.common.reload}
      </Button>
    </Strip>
  )
}
