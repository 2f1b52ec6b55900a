import { FileWarning } from 'lucide-react'
import { useEffect } from 'react'
import { appBuild, lookAtAppBuild } from '#web/lib/remote/app-build.ts'
import { buildName } from '#web/lib/remote/seen-builds.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { m } from '#web/messages/app.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'

const ID = 'app-build'

/** Says once that this browser runs another build than before, and, for as long as it holds, that part of the app is not as listed. */
export function AppBuildNews() {
  const build = useStore(appBuild)
  useEffect(() => {
    lookAtAppBuild().then(
      ({ isNew, version, sha256 }) => {
        const { title, text } = m.shell.appBuild
        if (isNew) toastDone(title, text(version, buildName(sha256)), ID)
      },
      // Without a connection, or while the server is updated: the page reads without it, and Security says so.
      (error: unknown) => console.warn(error),
    )
  }, [])
  if (!build || build.differing.length === 0) return null
  return (
    <Strip Icon={FileWarning}>
      <span className="min-w-0 wrap-anywhere">{m.shell.appBuild.differs(build.differing)}</span>
    </Strip>
  )
}
